"""People: found as a person would name them, put in as a person would write them, lost never."""

from typing import Any

import pytest
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio


async def ok(desk: Desk, tool: str, /, **arguments: Any) -> dict[str, Any]:
    result = await desk.call(tool, arguments)
    assert result.ok, result.error
    return result.structured


async def refused(desk: Desk, tool: str, /, **arguments: Any) -> str:
    result = await desk.call(tool, arguments)
    assert not result.ok, result.structured
    assert "internal error" not in result.error
    return result.error


async def ids(desk: Desk, **arguments: Any) -> list[str]:
    return [each["id"] for each in (await ok(desk, "search_contacts", **arguments))["items"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("lucia FERNANDEZ", "Lucía Fernández"),
        ("5035550127 reyes", "Carla Reyes"),
        ("blue door owner", "Carla Reyes"),
        ("mother", "Ingrid Lindqvist"),
    ],
)
async def test_search(desk: Desk, query: str, found: str) -> None:
    assert (await ok(desk, "search_contacts", query=query))["items"][0]["name"] == found


@pytest.mark.parametrize("query", ["%", "_", "'; DROP TABLE contacts_person; --", "\\", "zzz"])
async def test_a_query_is_no_pattern(desk: Desk, query: str) -> None:
    assert await ids(desk, query=query) == []


async def test_pages_hold_everybody_once(desk: Desk) -> None:
    seen: list[str] = []
    cursor = ""
    while True:
        part = await ok(desk, "search_contacts", limit=7, cursor=cursor)
        seen += [each["id"] for each in part["items"]]
        if not (cursor := part["next_cursor"]):
            break
    assert len(seen) == len(set(seen)) == part["total"]
    for limit in (0, -1, 201):
        await refused(desk, "search_contacts", limit=limit)


@pytest.mark.parametrize(
    "named", ["contact_9", "lucía fernández", "LUCIA FERNANDEZ", "Lucia.Fernandez@maplepost.example"]
)
async def test_a_person_can_be_named_in_many_ways(desk: Desk, named: str) -> None:
    assert (await ok(desk, "get_contact", contact=named))["id"] == "contact_9"


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("", "say who"),
        (" \t", "say who"),
        ("%", "no contact '%'"),
        ("%@harborlight.example", "no contact"),
        ("_arla@bluedooreatery.example", "no contact"),
        ("Carla Reyes", "contact_27 (Carla Reyes, Blue Door Eatery), contact_40"),
        ("Lucia", "contact_9 (Lucía Fernández, Brightline Travel)"),
        ("group_1", "no contact"),
        ("contact_41", "in the bin"),
    ],
)
async def test_no_name_is_guessed(desk: Desk, named: str, says: str) -> None:
    assert says in await refused(desk, "get_contact", contact=named)
    before = desk.world.image()
    assert says in await refused(desk, "delete_contacts", contacts=[named])
    assert desk.world.image() == before


async def test_a_card_from_first_to_last(desk: Desk) -> None:
    made = await ok(
        desk,
        "create_contact",
        given_name=" Ruth\nAnn ",
        family_name="Abel",
        birthday="--02-29",
        note='{"likes": ["oolong"]}',
        methods=[{"kind": "phone", "value": "+1 (503) 555-0150 ext. 12", "label": "work"}],
    )
    assert (made["name"], made["note"], made["birthday"]) == ("Ruth Ann Abel", '{"likes": ["oolong"]}', "--02-29")
    changed = await ok(desk, "update_contact", contact="Ruth Ann Abel", role=" Buyer ", note="")
    assert (changed["role"], changed["note"], changed["family_name"]) == ("Buyer", "", "Abel")
    assert await ids(desk, order="recent", limit=1) == [made["id"]]
    assert "needs a given_name" in await refused(
        desk, "update_contact", contact="Ruth Ann Abel", given_name="", family_name=" "
    )
    await ok(desk, "delete_contacts", contacts=["Ruth Ann Abel"])
    assert made["id"] not in await ids(desk, query="Abel")
    assert made["id"] in [each["id"] for each in (await ok(desk, "list_deleted_contacts"))["items"]]
    back = await ok(desk, "restore_contact", contact=made["id"])
    assert back["methods"] == made["methods"]
    assert "not in the bin" in await refused(desk, "restore_contact", contact=made["id"])


@pytest.mark.parametrize(
    "birthday", ["2024-W01-1", "2024-001", "--W01-1", "2023-02-29", "--02-30", "29/02/1980", "2999-01-01", "٢٠٢٠-01-01"]
)
async def test_what_is_no_birthday_is_refused(desk: Desk, birthday: str) -> None:
    assert "birthday" in await refused(desk, "create_contact", given_name="Ada", birthday=birthday)
    await ok(desk, "list_birthdays", days=366)


async def test_birthdays_come_in_order(desk: Desk) -> None:
    await ok(desk, "create_contact", given_name="Leap", birthday="1996-02-29")
    await ok(desk, "create_contact", given_name="Now", birthday="--03-02")
    coming = (await ok(desk, "list_birthdays", days=366, limit=100))["items"]
    assert [each["days"] for each in coming] == sorted(each["days"] for each in coming)
    by_name = {each["name"]: each for each in coming}
    assert (by_name["Now"]["days"], by_name["Now"]["turns"]) == (0, 0)
    assert (by_name["Leap"]["next"], by_name["Leap"]["turns"]) == ("2027-02-28", 31)
    assert by_name["Per Lindqvist"] == {
        "id": "contact_5", "name": "Per Lindqvist", "next": "2026-03-08", "days": 6, "turns": 72,
    }  # fmt: skip


async def test_one_card_can_not_spoil_the_lists(desk: Desk) -> None:
    for field in ("given_name", "nickname", "company", "role", "note"):
        arguments = {"family_name": "Long", field: "x" * 100_000}
        assert f"{field}: it has 100,000" in await refused(desk, "create_contact", **arguments)
    await refused(desk, "add_contact_method", contact="contact_5", kind="address", value="x" * 10_000)
    await refused(desk, "create_contact_group", name="x" * 10_000)
    await ok(desk, "search_contacts", limit=200)


async def test_the_own_card_stays(desk: Desk) -> None:
    assert (await ok(desk, "get_my_card"))["name"] == "Maya Lindqvist"
    assert "own card" in await refused(desk, "delete_contacts", contacts=["Maya Lindqvist"])
    await refused(desk, "block_contacts", contacts=["Maya Lindqvist"])
    result = await ok(desk, "delete_contacts", contacts=["Maya Lindqvist", "Kenji Tanaka", "Nobody"])
    assert (result["deleted"], len(result["failures"])) == (["contact_11"], 2)


async def test_marks_can_be_listed(desk: Desk) -> None:
    await ok(desk, "block_contacts", contacts=["Tess Morgan"])
    await ok(desk, "star_contacts", contacts=["Tess Morgan", "Ben Okafor"])
    assert await ids(desk, blocked=True) == ["contact_39"]
    assert {"contact_39", "contact_8"} <= set(await ids(desk, starred=True))
    await ok(desk, "block_contacts", contacts=["Tess Morgan"], blocked=False)
    assert await ids(desk, blocked=True) == []


async def test_ways_to_reach_somebody(desk: Desk) -> None:
    first = (await ok(desk, "get_contact", contact="Ben Okafor"))["methods"]
    phone = next(each for each in first if each["kind"] == "phone")
    assert "already" in await refused(
        desk, "add_contact_method", contact="Ben Okafor", kind="phone", value="+1-503-555-0108"
    )
    added = (await ok(desk, "add_contact_method", contact="Ben Okafor", kind="phone", value="+1 503 555 0199"))[
        "method"
    ]
    assert "already" in await refused(desk, "update_contact_method", method=added["id"], value=phone["value"])
    await ok(desk, "remove_contact_method", method=phone["id"])
    left = [e for e in (await ok(desk, "get_contact", contact="Ben Okafor"))["methods"] if e["kind"] == "phone"]
    assert [(each["id"], each["preferred"]) for each in left] == [(added["id"], True)]
    await ok(desk, "delete_contacts", contacts=["Ben Okafor"])
    assert "in the bin" in await refused(desk, "update_contact_method", method=added["id"], label="x")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("email", "a@b.example\r\nBcc: x@y.example"),
        ("email", "a b@c.example"),
        ("email", "a@b"),
        ("phone", "call me"),
        ("phone", "12"),
        ("url", "javascript:alert(1)"),
        ("url", "file:///etc/passwd"),
        ("address", " "),
    ],
)
async def test_a_method_is_what_it_says(desk: Desk, kind: str, value: str) -> None:
    await refused(desk, "add_contact_method", contact="contact_5", kind=kind, value=value)


async def test_relations(desk: Desk) -> None:
    await ok(desk, "set_contact_relation", contact="Ben Okafor", other="Priya Raman", relation="climbing partner")
    await ok(desk, "set_contact_relation", contact="Ben Okafor", other="Priya Raman", relation="wife")
    assert (await ok(desk, "get_contact", contact="Ben Okafor"))["relations"] == [
        {"id": "contact_7", "name": "Priya Raman", "relation": "wife"}
    ]
    await ok(desk, "delete_contacts", contacts=["Priya Raman"])
    assert (await ok(desk, "get_contact", contact="Ben Okafor"))["relations"] == []
    await refused(desk, "set_contact_relation", contact="Ben Okafor", other="contact_8", relation="self")


async def test_groups(desk: Desk) -> None:
    made = await ok(desk, "create_contact_group", name=" Book\nclub ", contacts=["Hannah Weiss", "Nobody"])
    assert (made["group"]["name"], made["group"]["members"], len(made["failures"])) == ("Book club", 1, 1)
    assert "already" in await refused(desk, "create_contact_group", name="BOOK CLUB")
    await ok(desk, "add_to_contact_group", group="book club", contacts=["Ben Okafor", "Ben Okafor"])
    assert await ids(desk, group="Book club") == ["contact_8", "contact_10"]
    await ok(desk, "delete_contacts", contacts=["Ben Okafor"])
    groups = {e["name"]: e["members"] for e in (await ok(desk, "list_contact_groups"))["items"]}
    assert groups["Book club"] == 1
    await ok(desk, "delete_contact_group", group="Book club")
    assert (await ok(desk, "get_contact", contact="Hannah Weiss"))["groups"] == ["Climbing"]
