"""Attachments that came with mail: find them, save them into the workspace."""

from pathlib import PurePosixPath
from typing import Annotated

from deskworld_kit import Failure, Page, Result, Saved, ToolError, World, page, tool
from deskworld_kit.errors import unknown
from pydantic import Field
from sqlmodel import select

from deskworld_email.addresses import shown
from deskworld_email.finding import WITHOUT_CONTENT, attachments_of, find_email, holds, inside, number_of
from deskworld_email.lines import one_line
from deskworld_email.reading import Limit
from deskworld_email.tables import Attachment, Message


class FoundAttachment(Result):
    """An attachment and the mail it came with."""

    email: str = Field(description="The mail's id.")
    name: str
    media_type: str
    bytes: int
    sender: str
    subject: str


class SavedAttachments(Result):
    """What was saved."""

    saved: list[Saved]
    failures: list[Failure]


@tool("read")
def search_email_attachments(
    world: World, name: str = "", sender: str = "", limit: Limit = 20, cursor: str = ""
) -> Page[FoundAttachment]:
    """Find attachments of any mail but spam and trash, the latest first.

    Args:
        name: Part of the file name, such as .pdf.
        sender: Part of a name or address.
        cursor: The `next_cursor` of the page before.
    """
    with world.read() as session:
        # Without the contents: a page of names should not read megabytes.
        statement = select(Attachment, Message).options(WITHOUT_CONTENT).join(Message).where(inside("all", world.now()))
        if name:
            statement = statement.where(holds(Attachment.name, name))
        if sender:
            statement = statement.where(holds(Message.sender, sender) | holds(Message.sender_name, sender))
        rows = list(session.exec(statement).all())
    rows.sort(key=lambda row: (row[1].sent_at, number_of(row[0].id)), reverse=True)
    cut = page(rows, limit=limit, cursor=cursor)
    items = [
        FoundAttachment(
            email=message.id,
            name=row.name,
            media_type=row.media_type,
            bytes=row.size,
            sender=shown(message.sender, message.sender_name),
            subject=message.subject,
        )
        for row, message in cut.items
    ]
    return Page(items=items, total=cut.total, next_cursor=cut.next_cursor)


@tool("edit", core=True)
def save_email_attachments(
    world: World,
    email: str,
    folder: str = "",
    names: Annotated[list[str] | None, Field(description="Only these; else all.")] = None,
    overwrite: bool = False,
) -> SavedAttachments:
    """Save a mail's attachments into a folder of the workspace.

    Args:
        folder: Where to; else the workspace itself.
    """
    saved: list[Saved] = []
    with world.read() as session:
        rows = attachments_of(session, find_email(session, email))
        if not rows:
            raise ToolError(f"{email!r} has no attachments", argument="email")
        there = [row.name for row in rows]
        failures = [
            Failure(item=name, reason=str(unknown("attachment", name, there)))
            for name in names or ()
            if name not in there
        ]
        for row, name in zip(rows, _file_names(rows), strict=True):
            if names and row.name not in names:
                continue
            try:
                saved.append(_save(world, row, f"{folder or '.'}/{name}", overwrite))
            except ToolError as error:
                failures.append(Failure(item=row.name, reason=str(error)))
    if not saved:
        raise ToolError("; ".join(failure.reason for failure in failures))
    return SavedAttachments(saved=saved, failures=failures)


def _file_names(rows: list[Attachment]) -> list[str]:
    """What the attachments of one mail are called as files: each as it came, but safe, and no two alike."""
    names: list[str] = []
    for row in rows:
        # The name was chosen by whoever sent it: only its last part counts, and the workspace judges the rest.
        last = PurePosixPath(one_line(row.name.replace("\\", "/")).rsplit("/", 1)[-1].strip(". ") or "attachment")
        ending = last.suffix if len(last.suffix) <= 16 else ""
        stem = last.name.removesuffix(ending).encode()[:180].decode(errors="ignore")
        number, name = 1, f"{stem}{ending}"
        while name in names:
            number += 1
            name = f"{stem} ({number}){ending}"
        names.append(name)
    return names


def _save(world: World, attachment: Attachment, path: str, overwrite: bool) -> Saved:
    target = world.workspace.target(path, argument="folder")
    same = target.is_file() and target.read_bytes() == attachment.content
    if target.exists() and not same and not overwrite:
        raise ToolError(
            f"{world.workspace.relative(target)!r} is already there; set overwrite, or choose another folder"
        )
    if not same:
        with world.workspace.writing(target) as temporary:
            temporary.write_bytes(attachment.content)
    if target.read_bytes() != attachment.content:
        raise ToolError(f"{world.workspace.relative(target)!r} was not written whole; is the disk full?")
    return Saved(path=world.workspace.relative(target), verified=f"{attachment.size:,} bytes, as attached")
