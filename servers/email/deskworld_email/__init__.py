"""MCP server: a mailbox."""
