"""A toy server with a table, as somebody else might write one: the kit's tests call it and serve it."""

from deskworld_kit import Server

server = Server(
    name="toy",
    title="Toy",
    summary="Notes, and tools that go wrong on purpose.",
    package=__name__,
    tools=("notes", "oddities"),
    tables="tables",
    seed="seed",
)
