"""MCP server: files and folders of a workspace."""
