"""Pages: every item once, and cursors that were not made here."""

import base64

import pytest
from deskworld_kit import Desk, ToolError, page

pytestmark = pytest.mark.anyio


def forged(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


FORGED = [
    "nonsense",
    "5",
    "!!!",
    "日本",
    "half \ud800",
    forged("from -5"),
    forged("from 1.5"),
    forged("from"),
    forged("from 5 or 1=1"),
    forged("to 5"),
    forged("from 1e3"),
    forged(f"from {2**63}"),
    forged("from " + "9" * 5000),
    "A" * 100_000,
]


@pytest.mark.parametrize("cursor", FORGED, ids=range(len(FORGED)))
async def test_a_forged_cursor_is_refused(desk: Desk, cursor: str) -> None:
    with pytest.raises(ToolError, match=r"^cursor: .* is not a cursor; pass the next_cursor"):
        page([1, 2, 3], cursor=cursor)
    result = await desk.call("list_notes", {"cursor": cursor})
    assert not result.ok and "cursor" in result.error and "internal" not in result.error
    assert len(result.error) < 500


@pytest.mark.parametrize("limit", [0, -1, 201, 10**30])
async def test_a_limit_out_of_range_is_refused(desk: Desk, limit: int) -> None:
    result = await desk.call("list_notes", {"limit": limit})
    assert not result.ok and "limit" in result.error and "internal" not in result.error


@pytest.mark.parametrize("count", [0, 1, 6, 7])
async def test_pages_hold_every_item_once(desk: Desk, count: int) -> None:
    for number in range(count):
        await desk.call("add_note", {"text": f"same {number % 2}"})
    for limit in (1, 2, 3, 200):
        seen, cursor, pages = [], "", 0
        while pages == 0 or cursor:
            result = await desk.call("list_notes", {"limit": limit, "cursor": cursor})
            seen += [item["id"] for item in result.structured["items"]]
            cursor, pages = result.structured["next_cursor"], pages + 1
            assert result.structured["total"] == count
        assert len(seen) == len(set(seen)) == count
        assert pages == max(1, -(-count // limit))
        cut = page(list(range(count)), limit=limit)
        assert cut.items == list(range(count))[:limit] and bool(cut.next_cursor) == (count > limit)


async def test_a_cursor_past_the_end_is_an_empty_page(desk: Desk) -> None:
    result = await desk.call("list_notes", {"cursor": forged("from 12345")})
    assert result.structured == {"items": [], "total": 0, "next_cursor": ""}
