"""MCP server: Excel workbooks, edited without losing a part."""
