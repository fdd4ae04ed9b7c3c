"""Sending, answering, drafts, scheduling: what goes out is what was said, to whom it was said."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio
ME = "maya@harborlight.example"


async def done(desk: Desk, tool: str, /, **arguments: Any) -> dict[str, Any]:
    result = await desk.call(tool, arguments)
    assert result.ok, result.error
    return result.structured


async def test_a_mail_with_a_file(desk: Desk, root: Path) -> None:
    (root / "prices.csv").write_text("Harbor,9.20\n")
    sent = await done(
        desk,
        "send_email",
        to=["Darnell Brooks", "Noor Haddad <NOOR@harborlight.example>", "noor@harborlight.example"],
        cc=["darnell@fifthstreetmarket.example", "aisha@harborlight.example"],
        subject="  Prices\n2026 ",
        body="See the attached list.",
        attachments=["prices.csv"],
        signature="standard",
    )
    assert sent["to"] == ["darnell@fifthstreetmarket.example", "noor@harborlight.example"]
    assert (sent["cc"], sent["subject"], sent["warnings"]) == (["aisha@harborlight.example"], "Prices 2026", [])
    (root / "prices.csv").write_text("changed afterwards")
    await done(desk, "save_email_attachments", email=sent["id"], folder="back")
    assert (root / "back/prices.csv").read_text() == "Harbor,9.20\n"
    read = await done(desk, "read_email", email=sent["id"])
    assert read["mailbox"] == "sent" and not read["unread"]
    assert read["body"].startswith("See the attached list.\n\n-- \nMaya Lindqvist\nHead of Operations")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"to": ["luis"]}, "did you mean|there is: "),
        ({"to": ["luis@"]}, "not a mail address"),
        ({"to": ["a@b.example, c@d.example"]}, "not a mail address"),
        ({"to": []}, "at least 1"),
        ({"attachments": ["none.pdf"]}, "there is no file"),
        ({"attachments": ["/etc/passwd"]}, "outside"),
        ({"signature": "Formal"}, "Private"),
        ({"subject": "", "body": ""}, "empty"),
    ],
)
async def test_what_can_not_go_out_leaves_nothing(desk: Desk, wrong: dict[str, Any], says: str) -> None:
    before = desk.world.image()
    mail = {"to": ["luis.ortega@fincaelroble.example"], "subject": "Hi", "body": "Hola"}
    refused = await desk.call("send_email", mail | wrong)
    assert not refused.ok and any(part in refused.error for part in says.split("|")), refused.error
    assert desk.world.image() == before


async def test_a_forgotten_attachment_is_warned_of(desk: Desk) -> None:
    sent = await done(desk, "send_email", to=[ME], subject="", body="The report is attached.")
    assert len(sent["warnings"]) == 2


async def test_json_like_text_stays_text(desk: Desk) -> None:
    for body in ('{"a":1}', "null", "[1]", "true", "123"):
        sent = await done(desk, "send_email", to=["sam@harborlight.example"], subject=body, body=body)
        read = await done(desk, "read_email", email=sent["id"])
        assert (read["subject"], read["body"]) == (body, body)


async def test_replies_go_to_the_right_people(desk: Desk) -> None:
    original = (await done(desk, "search_emails", subject="Board meeting", sender="dana", order="oldest"))["items"][0]
    one = await done(desk, "reply_to_email", email=original["id"], body="Yes.")
    assert (one["to"], one["subject"]) == (["dana@harborlight.example"], "Re: Board meeting on 19 March")
    everybody = await done(desk, "reply_all_to_email", email=original["id"], body="Yes, all.")
    assert everybody["to"] == ["dana@harborlight.example"]
    assert everybody["cc"] == ["aisha@harborlight.example", "theo@harborlight.example"]
    read = await done(desk, "read_email", email=everybody["id"])
    assert read["thread_id"] == original["thread_id"] and read["reply_to"] == original["id"]
    assert read["body"] == "Yes, all."
    assert "> Maya, the board meets on 19 March" in read["quoted"]
    again = await done(desk, "reply_to_email", email=one["id"], body="PS")
    assert (again["to"], again["subject"]) == (["dana@harborlight.example"], "Re: Board meeting on 19 March")


async def test_a_forward_carries_text_and_files(desk: Desk, root: Path) -> None:
    (root / "more.txt").write_text("more")
    forward = await done(
        desk,
        "forward_email",
        email="message_8",
        to=["felix@brandtlegal.example"],
        note="Fine?",
        attachments=["more.txt"],
    )
    assert forward["subject"] == "Fwd: Pacamara lot 12: samples are on the way"
    assert forward["attachments"] == ["contract-roble-2026-01.pdf", "more.txt"]
    read = await done(desk, "read_email", email=forward["id"])
    assert read["thread_id"] != "thread_1" and read["forward_of"] == "message_8"
    assert "From: Luis Ortega <luis.ortega@fincaelroble.example>" in read["quoted"]
    bare = await done(desk, "forward_email", email="message_8", to=[ME], with_attachments=False)
    assert bare["attachments"] == []


async def test_a_mail_to_oneself_arrives(desk: Desk) -> None:
    sent = await done(desk, "send_email", to=[ME], subject="Note to self", body="Call Luis")
    arrived = (await done(desk, "search_emails", mailbox="inbox", subject="Note to self"))["items"]
    assert [each["unread"] for each in arrived] == [True]
    assert arrived[0]["thread_id"] == sent["thread_id"] and arrived[0]["id"] != sent["id"]
    undone = await done(desk, "undo_send_email", email=sent["id"])
    assert undone["mailbox"] == "drafts"
    assert (await done(desk, "search_emails", subject="Note to self"))["total"] == 1


async def test_undo_ends_with_its_window(desk: Desk) -> None:
    sent = await done(desk, "send_email", to=["sam@harborlight.example"], subject="Hi", body="Hi")
    until = datetime.fromisoformat(sent["undo_until"])
    assert until - datetime.fromisoformat(sent["sent_at"]) == timedelta(seconds=30)
    desk.world.set_now(until + timedelta(seconds=60))
    assert "can't be taken back" in (await desk.call("undo_send_email", {"email": sent["id"]})).error
    assert not (await desk.call("undo_send_email", {"email": "message_8"})).ok


async def test_a_draft_from_first_to_last(desk: Desk, root: Path) -> None:
    (root / "a.txt").write_text("a")
    (root / "b.txt").write_text("b")
    draft = await done(desk, "create_email_draft", reply_to="message_160", body="Dear", attachments=["a.txt"])
    assert draft["to"] == ["julia.novak@brightdesk.example"] and draft["subject"] == "Re: Delivery day"
    changed = await done(
        desk,
        "update_email_draft",
        draft=draft["id"],
        cc=["sam@harborlight.example"],
        body="Dear Julia,",
        add_attachments=["b.txt"],
        remove_attachments=["a.txt"],
    )
    assert (changed["to"], changed["body"]) == (["julia.novak@brightdesk.example"], "Dear Julia,")
    assert [each["name"] for each in changed["attachments"]] == ["b.txt"]
    cleared = await done(desk, "update_email_draft", draft=draft["id"], cc=[], subject="")
    assert (cleared["cc"], cleared["subject"], cleared["body"]) == ([], "", "Dear Julia,")
    sent = await done(desk, "send_email_draft", draft=draft["id"])
    assert (sent["id"], sent["mailbox"], sent["warnings"]) == (draft["id"], "sent", ["it has no subject"])
    assert "not a draft" in (await desk.call("send_email_draft", {"draft": draft["id"]})).error
    empty = await done(desk, "create_email_draft", body="to whom?")
    assert "somebody" in (await desk.call("send_email_draft", {"draft": empty["id"]})).error
    assert (await done(desk, "delete_email_draft", draft=empty["id"]))["deleted"] == [empty["id"]]
    assert not (await desk.call("read_email", {"email": empty["id"]})).ok


async def test_scheduled_mail_leaves_by_the_clock(desk: Desk) -> None:
    mail = {"to": [ME], "subject": "Later", "body": "x", "send_at": "2026-03-02T12:00:00Z"}
    made = await done(desk, "schedule_email", **mail)
    assert (made["mailbox"], made["undo_until"]) == ("scheduled", None)
    past = await desk.call("schedule_email", mail | {"send_at": "2026-03-01T12:00:00Z"})
    assert "now is 2026-03-02" in past.error
    await done(desk, "reschedule_email", email=made["id"], send_at="2026-03-03T12:00:00Z")
    desk.world.set_now(datetime.fromisoformat("2026-03-03T12:00:01Z"))
    assert (await done(desk, "read_email", email=made["id"]))["mailbox"] == "sent", "also before anybody writes"
    assert (await done(desk, "search_emails", mailbox="sent", subject="Later"))["total"] == 1
    await done(desk, "star_emails", emails=["message_1"])
    assert (await done(desk, "search_emails", mailbox="inbox", subject="Later"))["total"] == 1
    assert not (await desk.call("unschedule_email", {"email": made["id"]})).ok


async def test_a_scheduled_mail_can_be_called_off(desk: Desk) -> None:
    wish = (await done(desk, "search_emails", mailbox="scheduled"))["items"][0]
    draft = await done(desk, "unschedule_email", email=wish["id"])
    assert (draft["mailbox"], draft["scheduled_at"]) == ("drafts", None)
    again = await done(desk, "reschedule_email", email=wish["id"], send_at="2026-03-08T16:00:00+01:00")
    assert again["sent_at"] == "2026-03-08T15:00:00Z"
    trashed = await done(desk, "trash_emails", emails=[wish["id"]])
    assert trashed["changed"] == [wish["id"]]
    await done(desk, "restore_emails", emails=[wish["id"]])
    assert (await done(desk, "read_email", email=wish["id"]))["mailbox"] == "drafts", "it must not go out by itself"
