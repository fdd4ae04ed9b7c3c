"""MCP server: PowerPoint decks, made, edited, rendered and checked."""
