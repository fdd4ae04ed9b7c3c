"""Pictures as a provider takes them: none too large, none too many, the whole request within its limit.

Every request carries the whole conversation, so a trial that looks often would one day be refused for what it saw long
ago. A picture that is too large, or of a kind that the provider doesn't read, is made to fit. When there are too many,
or the request grows too large, the oldest give way to words that say so: what was seen last matters most, and the
agent can look again. They go in batches, since each change early in a conversation empties the provider's cache.
The record keeps every picture as the tool gave it.

Limits: Anthropic, "Vision" (5 MB a picture as base64, 8000 pixels an edge, 2000 above 20 pictures, 100 pictures) and
"API overview" (32 MB a request); OpenAI, "Images and vision" (50 MB and 500 pictures a request); Google, "Image
understanding" (7 MB a picture, 20 MB a request, 3000 pictures).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_ai.messages import BinaryContent, ModelMessage

LEFT_OUT = "(A picture was shown here. It is left out to keep the conversation small; look again if you need it.)"
UNREADABLE = "(There was to be a picture here, but it can't be shown: {reason}.)"
COMMON = ("image/png", "image/jpeg", "image/webp")


@dataclass(frozen=True)
class Room:
    """What a provider takes. Bytes are of the picture itself, and of the whole request as it is sent."""

    pictures: int
    picture_bytes: int
    request_bytes: int
    edge: int
    many: int = 1_000_000
    edge_of_many: int = 0  # when there are more than `many` pictures
    mimes: tuple[str, ...] = COMMON


ROOM = {
    "anthropic": Room(100, 3_750_000, 32_000_000, 8000, many=20, edge_of_many=2000),
    "openai": Room(500, 15_000_000, 50_000_000, 8000),
    "openai-chat": Room(500, 15_000_000, 50_000_000, 8000),
    "google": Room(3000, 7_000_000, 20_000_000, 8000),
}
SPARE = 0.9  # of a request's limit: the JSON around texts and pictures takes room too


class Fitter:
    """Makes the pictures of one conversation fit, and remembers how, since the same ones come with every request."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: dict[tuple[bytes, int], BinaryContent | str] = {}

    def fit(self, messages: Sequence[ModelMessage], overhead: int = 0) -> list[ModelMessage]:
        """The messages with pictures that fit, beside `overhead` bytes of other things in the request."""
        from pydantic_ai.messages import BinaryContent

        found = list(_pictures(messages))
        if not found:
            return list(messages)
        edge = self._room.edge_of_many if len(found) > self._room.many else self._room.edge
        fitted = [self._fitted(each, edge) for each in found]
        sizes = [len(each.data) * 4 // 3 + 100 if isinstance(each, BinaryContent) else 0 for each in fitted]
        dropped = self._dropped(sizes, int(self._room.request_bytes * SPARE) - overhead - _words(messages))
        shown = iter([*[LEFT_OUT] * dropped, *fitted[dropped:]])
        return [_with(message, shown) for message in messages]

    def _dropped(self, sizes: list[int], left: int) -> int:
        """How many of the oldest pictures go: as few as fit, rounded up to a batch."""
        count, total = len(sizes), sum(sizes)
        dropped = 0
        while dropped < count and (count - dropped > self._room.pictures or total > left):
            total -= sizes[dropped]
            dropped += 1
        batch = max(1, min(self._room.pictures // 4, 10))
        rounded = -(-dropped // batch) * batch
        return rounded if rounded <= count // 2 else dropped  # but never at the cost of what was seen last

    def _fitted(self, picture: BinaryContent, edge: int) -> BinaryContent | str:
        key = (picture.data, edge)
        if key not in self._known:
            self._known[key] = _made_to_fit(picture, self._room, edge)
        return self._known[key]


def _made_to_fit(shown: BinaryContent, room: Room, edge: int) -> BinaryContent | str:
    from deskworld_kit import ToolError, picture
    from deskworld_kit.pictures import LONG_EDGE
    from pydantic_ai.messages import BinaryContent

    if _fits(shown, room, edge):
        return shown
    try:
        fit = picture(shown.data, long_edge=min(edge, LONG_EDGE))
    except ToolError as error:
        return UNREADABLE.format(reason=str(error).rstrip("."))
    return BinaryContent(fit.data, media_type=fit.mime)


def _fits(shown: BinaryContent, room: Room, edge: int) -> bool:
    """Whether it may go as it is: what it says it is, of a kind and size that the provider takes, and one picture."""
    from io import BytesIO

    from deskworld_kit.pictures import FORMATS
    from PIL import Image

    if shown.media_type not in room.mimes or len(shown.data) > room.picture_bytes:
        return False
    try:
        with Image.open(BytesIO(shown.data), formats=FORMATS) as opened:
            moving = getattr(opened, "is_animated", False)
            fits = opened.get_format_mimetype() == shown.media_type and max(opened.size) <= edge and not moving
            if fits:
                opened.load()  # a file that breaks off has a head like any other
            return fits
    except Exception:  # a broken file makes Pillow's readers raise whatever it makes them
        return False


def _pictures(messages: Sequence[ModelMessage]) -> Iterator[BinaryContent]:
    """Every picture, in the order in which the provider gets them."""
    from pydantic_ai.messages import BinaryContent

    for message in messages:
        for part in message.parts if message.kind == "request" else ():
            content: Any = getattr(part, "content", None)
            yield from (
                each for each in (content if isinstance(content, list) else [content]) if _is(each, BinaryContent)
            )


def _is(value: Any, kind: type[BinaryContent]) -> bool:
    return isinstance(value, kind) and value.is_image


def _with(message: ModelMessage, shown: Iterator[BinaryContent | str]) -> ModelMessage:
    """The message with its pictures replaced by the next ones."""
    from pydantic_ai.messages import BinaryContent

    if message.kind != "request":
        return message
    parts: list[Any] = []
    for part in message.parts:
        content: Any = getattr(part, "content", None)
        if isinstance(content, list) and any(_is(each, BinaryContent) for each in content):
            content = [next(shown) if _is(each, BinaryContent) else each for each in content]
            parts.append(replace(part, content=content))  # pyright: ignore[reportArgumentType, reportCallIssue]
        elif _is(content, BinaryContent):
            parts.append(replace(part, content=next(shown)))  # pyright: ignore[reportArgumentType, reportCallIssue]
        else:
            parts.append(part)
    return replace(message, parts=parts)


def _words(messages: Sequence[ModelMessage]) -> int:
    """About how many bytes everything but the pictures takes in a request."""
    from pydantic_ai.messages import BinaryContent

    total = 0
    for message in messages:
        for part in message.parts:
            content: Any = getattr(part, "content", None)
            arguments: Any = getattr(part, "args", None)
            for each in [*(content if isinstance(content, list) else [content]), arguments]:
                if isinstance(each, str):
                    total += len(each.encode(errors="replace"))
                elif each is not None and not isinstance(each, BinaryContent):
                    total += len(json.dumps(each, default=str))
    return total
