"""A list of things to buy, as one would write it on the official SDK: the peer starts it for each sample."""

from mcp.server import MCPServer

server = MCPServer("shopping")
items: list[str] = []


@server.tool()
def add_item(name: str) -> str:
    """Put something on the list."""
    items.append(name)
    return f"added {name}"


@server.tool()
def list_items() -> str:
    """Everything on the list."""
    return f"{len(items)} on the list: {', '.join(items)}"


if __name__ == "__main__":
    server.run("stdio")
