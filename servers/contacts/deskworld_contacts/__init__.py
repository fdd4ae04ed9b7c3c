"""An address book: people, how to reach them, how they are tied to each other, groups and cards."""

from deskworld_kit import Server

server = Server(
    name="contacts",
    title="Contacts",
    summary="The user's address book: people with their mail, phones and addresses, groups, birthdays and cards.",
    package=__name__,
    tools=("people", "marks", "methods", "ties", "groups", "tidying", "cards"),
    tables="tables",
    seed="seed",
)
