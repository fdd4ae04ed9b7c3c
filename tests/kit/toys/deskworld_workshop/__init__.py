"""A toy server without a table: its tools work on files, and so in threads."""

from deskworld_kit import Server

server = Server(
    name="workshop", title="Workshop", summary="Files that take their time.", package=__name__, tools=("files",)
)
