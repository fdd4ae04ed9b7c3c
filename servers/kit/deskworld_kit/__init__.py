"""What every Deskworld MCP server stands on."""
