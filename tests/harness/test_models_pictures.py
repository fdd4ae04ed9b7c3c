"""Pictures towards a provider: none too large, none too many, and what was seen last is there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from io import BytesIO

import pytest
from deskworld_harness.documents import TrialSpec
from deskworld_harness.models import PROVIDERS
from deskworld_harness.models.pictures import LEFT_OUT, ROOM, Fitter, Room
from deskworld_harness.records import TrialFolder
from harness.asked import DONE, DRAW, NOTE, VIEW, calls, tried
from harness.loopback import Dialect, Turn
from PIL import Image
from pydantic_ai.messages import BinaryContent, ModelMessage, ModelRequest, ToolReturnPart, UserPromptPart

everyone = pytest.mark.parametrize("dialect", ["openai", "responses", "anthropic", "google"])
SMALL = Room(pictures=100, picture_bytes=1_000_000, request_bytes=1_000_000, edge=8000)


def shot(width: int = 40, height: int = 30, kind: str = "png", shade: int = 0) -> BinaryContent:
    buffer = BytesIO()
    Image.new("RGB", (width, height), (shade, 0, 0)).save(buffer, kind)
    return BinaryContent(buffer.getvalue(), media_type=f"image/{kind}")


def noise(edge: int) -> BinaryContent:
    """A picture that no format makes small."""
    buffer = BytesIO()
    Image.frombytes("RGB", (edge, edge), random.Random(7).randbytes(edge * edge * 3)).save(buffer, "png")
    return BinaryContent(buffer.getvalue(), media_type="image/png")


def shown(messages: Sequence[ModelMessage]) -> list[BinaryContent | str]:
    """What stands where pictures were."""
    parts = [part.content for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    return [content[1] for content in parts]  # pyright: ignore[reportReturnType]


def fitted(room: Room, pictures: Sequence[BinaryContent], overhead: int = 0) -> list[BinaryContent | str]:
    messages = [ModelRequest(parts=[UserPromptPart(content=["look", each])]) for each in pictures]
    return shown(Fitter(room).fit(messages, overhead))


def size(picture: BinaryContent | str) -> tuple[int, int]:
    assert isinstance(picture, BinaryContent)
    with Image.open(BytesIO(picture.data)) as opened:
        assert opened.get_format_mimetype() == picture.media_type
        return opened.size


def test_every_provider_has_its_room() -> None:
    assert set(ROOM) == set(PROVIDERS)


@pytest.mark.parametrize("room", ROOM.values(), ids=ROOM)
def test_what_fits_goes_as_it_is(room: Room) -> None:
    pictures = [shot(1568, 1000), shot(kind="jpeg"), shot(kind="webp")]
    assert fitted(room, pictures) == pictures


@pytest.mark.parametrize("room", ROOM.values(), ids=ROOM)
def test_what_is_too_large_is_made_smaller(room: Room) -> None:
    huge, heavy = fitted(room, [shot(9000, 300), noise(2600)])
    assert max(size(huge)) <= room.edge
    assert isinstance(heavy, BinaryContent) and len(heavy.data) <= room.picture_bytes


def test_kinds_that_are_not_read_become_others() -> None:
    frames = [Image.new("P", (20, 20), n) for n in range(3)]
    buffer = BytesIO()
    frames[0].save(buffer, "gif", save_all=True, append_images=frames[1:])
    moving = BinaryContent(buffer.getvalue(), media_type="image/gif")
    for picture in fitted(ROOM["openai"], [shot(kind="bmp"), shot(kind="tiff"), shot(kind="gif"), moving]):
        assert isinstance(picture, BinaryContent) and picture.media_type == "image/png" and size(picture)


def test_a_wrong_label_is_put_right() -> None:
    (picture,) = fitted(ROOM["anthropic"], [BinaryContent(shot(kind="jpeg").data, media_type="image/png")])
    assert isinstance(picture, BinaryContent) and picture.media_type == "image/jpeg"


@pytest.mark.parametrize("data", [b"", b"not a picture", shot(400, 400).data[:100]], ids=["empty", "text", "cut"])
def test_what_is_no_picture_is_said_to_be_none(data: bytes) -> None:
    (words,) = fitted(ROOM["openai"], [BinaryContent(data, media_type="image/png")])
    assert isinstance(words, str) and "can't be shown" in words


def test_more_than_twenty_are_smaller_at_anthropic() -> None:
    wide = shot(3000, 20)
    assert fitted(ROOM["anthropic"], [wide] * 20) == [wide] * 20
    assert {max(size(each)) for each in fitted(ROOM["anthropic"], [wide] * 21)} == {1568}


def test_the_oldest_of_too_many_are_left_out() -> None:
    pictures = [shot(shade=n) for n in range(101)]
    now = fitted(ROOM["anthropic"], pictures)
    assert now == [LEFT_OUT] * 10 + pictures[10:]  # ten at once, so that the next nine requests start the same
    assert fitted(ROOM["anthropic"], pictures[:100]) == pictures[:100]


def test_a_request_that_grows_too_large_loses_its_oldest() -> None:
    heavy = [noise(200 + n) for n in range(8)]  # some 120,000 bytes each, a third more as base64
    now = fitted(SMALL, heavy)
    assert now[-1] == heavy[-1] and now[0] == LEFT_OUT
    sent = sum(len(each.data) * 4 // 3 for each in now if isinstance(each, BinaryContent))
    assert 500_000 < sent <= 900_000
    assert fitted(SMALL, heavy, overhead=600_000).count(LEFT_OUT) > now.count(LEFT_OUT)
    assert fitted(SMALL, heavy, overhead=10_000_000) == [LEFT_OUT] * 8


def test_pictures_in_tool_results() -> None:
    alone = ToolReturnPart(tool_name="t", content=shot(9000, 10), tool_call_id="1")
    among = ToolReturnPart(tool_name="t", content=[{"a": 1}, shot(), "text", shot(kind="bmp")], tool_call_id="2")
    messages: list[ModelMessage] = [ModelRequest(parts=[alone, among])]
    (message,) = Fitter(ROOM["openai"]).fit(messages)
    first, second = (part.content for part in message.parts if isinstance(part, ToolReturnPart))
    assert max(size(first)) == 1568
    assert second[:3] == [{"a": 1}, shot(), "text"] and size(second[3]) == (40, 30)
    assert messages[0].parts == [alone, among]  # what is remembered stays


@everyone
@pytest.mark.anyio
async def test_a_long_look_is_no_failed_trial(
    dialect: Dialect, spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ROOM:
        monkeypatch.setitem(ROOM, name, Room(pictures=2, picture_bytes=100_000, request_bytes=1_000_000, edge=60))
    script = [Turn(calls=[DRAW]), Turn(calls=[VIEW]), Turn(calls=[VIEW, VIEW]), Turn(calls=[NOTE]), DONE]
    record, far, trajectory = await tried(dialect, script, spec, kept)
    assert record.verdict == "passed"
    assert [len(far.pictures(n)) for n in range(5)] == [0, 0, 1, 2, 2]
    assert LEFT_OUT in str(far.heard[3]) and LEFT_OUT not in str(far.heard[2])
    with Image.open(BytesIO(far.pictures(2)[0])) as small:
        assert small.size == (60, 45)
    seen = next(call for call in calls(trajectory) if call.name == "view_card").pictures[0]
    with Image.open(kept.path / "pictures" / seen.file) as whole:
        assert whole.size == (80, 60)  # the record keeps what the tool gave
