"""Who a mail goes to: an address, `Name <address>`, or the name of somebody who has written before."""

import re
from collections.abc import Iterable

from deskworld_kit import ToolError
from deskworld_kit.errors import unknown
from sqlmodel import Session, col, select

from deskworld_email.tables import Message, Settings

_NAMED = re.compile(r"[^<>\x00-\x1f\x7f]*<([^<>\s]+)>")


def bare(text: str, *, argument: str) -> str:
    """The address in a text, checked and in lower case.

    Raises:
        ToolError: It is none.
    """
    from email_validator import EmailNotValidError, validate_email

    found = text.strip()
    if "<" in text:
        # The library's own parser guesses: from text of two lines it took the address that somebody had smuggled in.
        named = _NAMED.fullmatch(found)
        found = named.group(1) if named else text
    try:
        return validate_email(found, check_deliverability=False).normalized.lower()
    except EmailNotValidError as error:
        raise ToolError(f"{text!r} is not a mail address: {error}", argument=argument) from None


def people(session: Session, texts: Iterable[str], *, argument: str) -> list[str]:
    """The addresses that these texts stand for, each once, in alphabetical order."""
    return sorted({_one(session, text, argument) for text in texts})


def shown(address: str, name: str) -> str:
    """An address as mail programs show it."""
    return f"{name} <{address}>" if name else address


def _one(session: Session, text: str, argument: str) -> str:
    if "@" in text:
        return bare(text, argument=argument)
    known = session.exec(select(Message.sender, Message.sender_name).where(col(Message.sender_name) != "").distinct())
    names = {(name, address) for address, name in known.all()}
    names |= {(settings.name, settings.address) for settings in session.exec(select(Settings)).all()}
    fits = sorted({address for name, address in names if name.casefold() == text.strip().casefold()})
    if not fits:
        raise unknown("sender called", text, sorted({name for name, _ in names if name}), argument=argument)
    if len(fits) > 1:
        raise ToolError(f"{text!r} has several addresses; use one: {', '.join(fits)}", argument=argument)
    return fits[0]
