"""Mail as others write it: an .eml file becomes plain values, whatever is wrong with it.

The standard library reads every header that keeps the rules and stumbles over several that do not, so each is read by
itself, and as it stands where it can't be understood.
"""

import html
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from pathlib import Path

from deskworld_kit import ToolError

from deskworld_email.addresses import bare
from deskworld_email.finding import aware
from deskworld_email.lines import one_line

LARGEST = 50 * 1024 * 1024
MOST_RECIPIENTS = 500
_ID = re.compile(r"<[!-;=?-~]+@[!-;=?-~]+>")
_ENCODED = re.compile(r"=\?[^?\s]+\?[bqBQ]\?[^?\s]*\?=")
_NAME = re.compile(r"[a-z0-9]*")
_BREAKS = frozenset(("br", "/p", "/div", "/tr", "/li", "/h1", "/h2", "/h3", "/h4"))


@dataclass(frozen=True)
class Incoming:
    """What a mail file says."""

    sender: str
    sender_name: str
    to: list[str]
    cc: list[str]
    subject: str
    body: str
    sent_at: datetime | None
    header_id: str
    references: list[str]
    answers: bool
    list_address: str
    attachments: list[tuple[str, str, bytes]]
    """Name, media type, content."""


def read_mail(file: Path, path: str) -> Incoming:
    """Read an .eml file.

    Raises:
        ToolError: It is no mail, or too large.
    """
    if file.stat().st_size > LARGEST:
        raise ToolError(f"{path!r} has over 50 MB", argument="path")
    try:
        parsed = BytesParser(policy=policy.default).parsebytes(file.read_bytes())
        name, sender = next(iter(_people(parsed, "From")), ("", ""))
        if not sender:
            raise ToolError(f"{path!r} is no mail: it has no sender", argument="path")
        listed = re.search(r"<mailto:([^>?\s]+)", _header(parsed, "List-Unsubscribe"))
        ids = _ID.findall(f"{_header(parsed, 'References')} {_header(parsed, 'In-Reply-To')}")
        return Incoming(
            sender=_address(sender),
            sender_name=one_line(name, most=200),
            to=_addresses(parsed, "To"),
            cc=_addresses(parsed, "Cc"),
            subject=one_line(_header(parsed, "Subject")),
            body=_body(parsed.get_body(("plain", "html"))),
            sent_at=_date(_header(parsed, "Date")),
            header_id=next(iter(_ID.findall(_header(parsed, "Message-ID"))), ""),
            references=list(dict.fromkeys(ids)),
            answers=bool(_header(parsed, "In-Reply-To")),
            list_address=listed.group(1).lower() if listed else "",
            attachments=[_attachment(part, number) for number, part in enumerate(parsed.iter_attachments(), 1)],
        )
    except RecursionError:
        raise ToolError(f"{path!r} is nested too deep to be read", argument="path") from None


def _header(parsed: EmailMessage, name: str) -> str:
    """A header on one line; as it stands where the library can't read it."""
    try:
        found = parsed.get_all(name, [])
    except Exception:  # IndexError, HeaderParseError, AttributeError ...: whatever its parser trips over
        found = [value for key, value in parsed.raw_items() if key.lower() == name.lower()]
    return one_line(", ".join(str(each) for each in found), most=200_000).encode("utf-8", "replace").decode()


def _addresses(parsed: EmailMessage, name: str) -> list[str]:
    return sorted({_address(address) for _, address in _people(parsed, name)})[:MOST_RECIPIENTS]


def _people(parsed: EmailMessage, name: str) -> list[tuple[str, str]]:
    """Names and addresses in a header, told apart before anything is decoded.

    Once it is decoded, a name may hold commas, brackets and addresses, which would then be taken for people.
    """
    found: list[tuple[str, str]] = []
    try:
        for header in parsed.get_all(name, []):
            found += [(each.display_name, each.addr_spec) for each in header.addresses]
    except Exception:  # as above
        found = []
    if not any("@" in address for _, address in found):
        raw = [_ENCODED.sub("", str(value)) for key, value in parsed.raw_items() if key.lower() == name.lower()]
        found = getaddresses(raw)
    return [(person, address) for person, address in found if "@" in address]


def _address(text: str) -> str:
    """An address; mail comes from many that nobody could write to."""
    try:
        return bare(text, argument="path")
    except ToolError:
        return one_line(text, most=320).replace(" ", "").lower()


def _date(text: str) -> datetime | None:
    with suppress(ValueError, TypeError, IndexError, OverflowError, ToolError):
        return aware(parsedate_to_datetime(text))
    return None


def _attachment(part: MIMEPart, number: int) -> tuple[str, str, bytes]:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        inner: Iterable[MIMEPart] = part.iter_parts()
        content = b"".join(bytes(each) for each in inner) or bytes(part)
    try:
        name = part.get_filename() or ""
    except (LookupError, ValueError):
        name = ""
    kind = part.get_content_type()
    ending = ".eml" if kind == "message/rfc822" else ""
    return one_line(name, most=200) or f"part-{number}{ending}", kind, content


def _body(part: MIMEPart | None) -> str:
    if part is None:
        return ""
    try:
        text = str(part.get_content())
    except (LookupError, ValueError, KeyError):  # an unknown charset
        content = part.get_payload(decode=True)
        text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
    text = text.replace("\0", "").encode("utf-8", "replace").decode()
    return (_words(text) if part.get_content_type() == "text/html" else text).strip()


def _words(page: str) -> str:
    """The text of an HTML mail. One pass: a pattern could be made to take hours."""
    words: list[str] = []
    lower, at = page.lower(), 0
    while (start := page.find("<", at)) >= 0:
        words.append(page[at:start])
        name = _tag(lower, start + 1)
        end = page.find("-->" if name == "!--" else ">", start)
        if not name or end < 0:
            words.append(page[start])
            at = start + 1
            if end < 0:
                break
            continue
        at = end + (3 if name == "!--" else 1)
        words.append("\n" if name in _BREAKS else "")
        if name in ("script", "style"):
            close = lower.find(f"</{name}", at)
            at = close if close >= 0 else len(page)
    return html.unescape("".join([*words, page[at:]]))


def _tag(lower: str, at: int) -> str:
    """The name of the tag that begins here; empty where it is only a sign."""
    if lower.startswith("!--", at):
        return "!--"
    if lower[at : at + 1] in ("!", "?"):
        return lower[at]
    slash = "/" * lower.startswith("/", at)
    found = _NAME.match(lower, at + len(slash))
    name = found.group() if found else ""
    return slash + name if name[:1].isalpha() else ""
