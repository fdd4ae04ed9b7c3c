"""Two cards made one, and cards that come from files of other programs."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit.desk import Desk
from servers.contacts.test_people import ok, refused

pytestmark = pytest.mark.anyio


async def test_doubles_are_found_and_joined(desk: Desk) -> None:
    (double,) = (await ok(desk, "find_duplicate_contacts"))["items"]
    assert [each["id"] for each in double["contacts"]] == ["contact_27", "contact_40"]
    joined = await ok(desk, "merge_contacts", keep="contact_27", merge=["contact_40"])
    assert [(m["value"], m["preferred"]) for m in joined["methods"]] == [
        ("carla@bluedooreatery.example", True),
        ("carla.reyes@maplepost.example", False),
        ("+1 503 555 0127", True),
    ]
    assert joined["note"] == "40 lb a week\nMet at the trade fair"
    assert (await ok(desk, "find_duplicate_contacts"))["total"] == 0


async def test_merging_in_a_circle_ends(desk: Desk) -> None:
    await ok(desk, "merge_contacts", keep="contact_27", merge=["contact_40"])
    assert "in the bin" in await refused(desk, "merge_contacts", keep="contact_40", merge=["contact_27"])
    await ok(desk, "restore_contact", contact="contact_40")
    joined = await ok(desk, "merge_contacts", keep="contact_40", merge=["contact_27"])
    assert sorted(joined["note"].splitlines()) == ["40 lb a week", "Met at the trade fair"]
    assert joined["groups"] == ["Wholesale customers"]
    assert "contact_40" in await refused(desk, "merge_contacts", keep="contact_40", merge=["contact_40"])


async def test_a_merge_lets_nobody_through_again(desk: Desk) -> None:
    await ok(desk, "block_contacts", contacts=["contact_40"])
    assert (await ok(desk, "merge_contacts", keep="contact_27", merge=["contact_40"]))["blocked"] is True
    await refused(desk, "merge_contacts", keep="contact_27", merge=["Maya Lindqvist"])


async def test_relations_survive_a_merge(desk: Desk) -> None:
    joined = await ok(desk, "merge_contacts", keep="contact_40", merge=["contact_27", "contact_27"])
    assert [each["name"] for each in joined["relations"]] == ["Noor Haddad"]
    await ok(desk, "set_contact_relation", contact="Ben Okafor", other="Priya Raman", relation="wife")
    await ok(desk, "merge_contacts", keep="Ben Okafor", merge=["Priya Raman"])  # the tie would be to oneself
    assert (await ok(desk, "get_contact", contact="Ben Okafor"))["relations"] == []


ODD: dict[str, Any] = {
    "given_name": "BEGIN:VCARD",
    "family_name": "Ünïcode; , \\ 記",
    "nickname": "a,b",
    "company": "A; B, C",
    "role": "x:y",
    "birthday": "--12-31",
    "note": "END:VCARD\n\nBEGIN:VCARD\nFN:x; \\n",
    "methods": [
        {"kind": "email", "value": "u@x.example", "label": 'wo"rk; TYPE=cell'},
        {"kind": "email", "value": "second@x.example"},
        {"kind": "phone", "value": "+1 503 555 0150"},
        {"kind": "address", "value": "12 Alder St; Apt 2, Portland"},
        {"kind": "url", "value": "https://x.example/a,b;c?d=e:f"},
    ],
}


async def test_a_card_survives_its_file(desk: Desk, root: Path) -> None:
    made = await ok(desk, "create_contact", **ODD)
    await ok(desk, "export_contacts", path="out/odd.vcf", contacts=[made["id"], "Ben Okafor"])
    again = await ok(desk, "import_contacts", path="out/odd.vcf")
    assert (again["total"], again["failures"]) == (2, [])
    back = await ok(desk, "get_contact", contact=again["created"][0])
    for name in ("given_name", "family_name", "nickname", "company", "role", "birthday", "note"):
        assert back[name] == made[name], name
    assert [m["value"] for m in back["methods"]] == [m["value"] for m in made["methods"]]


CARD = """BEGIN:VCARD
VERSION:4.0
FN:Jean-Luc Picard
N:Picard;Jean-Luc;;;
BDAY:--0713
TEL;TYPE=work,voice;VALUE=uri:tel:+33-1-5555-0101;ext=5
TEL:call me
EMAIL;TYPE=INTERNET:jl@enterprise.example
EMAIL:JL@enterprise.example
URL:www.enterprise.example
ADR;TYPE=home:;;Rue 1;La Barre;;70190;France
END:VCARD
"""
SPOILED = """BEGIN:VCARD
VERSION:3.0
FN:Bad Photo
PHOTO;ENCODING=b;TYPE=JPEG:!!!notbase64
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:Never ends
BEGIN:VCARD
VERSION:3.0
N:;;;;
END:VCARD
BEGIN:VCARD
FN:Long %s
END:VCARD
""" % ("x" * 5_000)  # fmt: skip


async def test_what_other_programs_write_comes_in(desk: Desk, root: Path) -> None:
    (root / "a.vcf").write_bytes(b"\xef\xbb\xbf" + CARD.replace("\n", "\r\n").encode())
    result = await ok(desk, "import_contacts", path="a.vcf")
    assert [each["reason"] for each in result["failures"]] == ["phone: value: 'call me' is not a phone number"]
    card = await ok(desk, "get_contact", contact="Jean-Luc Picard")
    assert card["birthday"] == "--07-13"
    assert {m["kind"]: (m["label"], m["value"]) for m in card["methods"]} == {
        "email": ("", "jl@enterprise.example"),
        "phone": ("work", "+33-1-5555-0101;ext=5"),
        "url": ("", "https://www.enterprise.example"),
        "address": ("home", "Rue 1, La Barre, 70190, France"),
    }


async def test_one_broken_card_spoils_no_other(desk: Desk, root: Path) -> None:
    (root / "a.vcf").write_text(SPOILED + CARD)
    result = await ok(desk, "import_contacts", path="a.vcf")
    assert result["total"] == 1
    assert len(result["failures"]) == 5
    (root / "b.vcf").write_text(SPOILED)
    before = desk.world.image()
    assert "card 1" in await refused(desk, "import_contacts", path="b.vcf")
    assert desk.world.image() == before


async def test_files_that_are_none(desk: Desk, root: Path) -> None:
    (root / "empty.vcf").write_bytes(b"")
    (root / "latin.vcf").write_bytes(CARD.replace("Luc", "Réné").encode("cp1252"))
    (root / "many.vcf").write_text("BEGIN:VCARD\nFN:x\nEND:VCARD\n" * 1_001)
    for path in ("empty.vcf", "latin.vcf", "many.vcf", "none.vcf", "../x.vcf"):
        await refused(desk, "import_contacts", path=path)
    await refused(desk, "export_contacts", path="x.txt")
    await refused(desk, "export_contacts", path="x.vcf", group="Nobody's")
    assert not (root / "x.vcf").exists()
