"""MCP server: an address book."""
