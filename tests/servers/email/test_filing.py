"""Filing, labels, filters, senders, the vacation responder, attachments and .eml files."""

from datetime import datetime
from email import message_from_bytes, policy
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


async def place(desk: Desk, email: str) -> str:
    return (await done(desk, "read_email", email=email))["mailbox"]


async def arrive(desk: Desk, root: Path, name: str = "x", **headers: str) -> dict[str, Any]:
    """Let a mail come in."""
    body = headers.pop("body", "Hello")
    given = {"From": "Ada Quist <ada@maplepost.example>", "To": ME, "Subject": "Hi", **headers}
    lines = [f"{header.replace('_', '-')}: {value}" for header, value in given.items()]
    (root / f"{name}.eml").write_text("\n".join([*lines, "", body]))
    return await done(desk, "import_email", path=f"{name}.eml")


async def test_archive_trash_and_back(desk: Desk) -> None:
    result = await done(desk, "archive_emails", emails=["message_160", "message_8", "message_163", "message_999"])
    assert (result["changed"], result["unchanged"]) == (["message_160"], ["message_8"])
    assert [each["item"] for each in result["failures"]] == ["message_163", "message_999"]
    await done(desk, "trash_emails", emails=["message_160", "message_8"])
    assert "trash first" in (await desk.call("delete_emails", {"emails": ["message_1"]})).error
    await done(desk, "restore_emails", emails=["message_8"])
    assert await place(desk, "message_8") == "archive"
    await done(desk, "delete_emails", emails=["message_160"])
    assert not (await desk.call("read_email", {"email": "message_160"})).ok
    assert (await done(desk, "empty_email_trash"))["deleted"] == 1
    await done(desk, "move_emails_to_inbox", emails=["message_8"])
    assert await place(desk, "message_8") == "inbox"


async def test_a_thread_goes_as_one(desk: Desk) -> None:
    result = await done(desk, "trash_emails", emails='["thread_1"]')
    assert len(result["changed"]) == 5
    assert not (await desk.call("trash_emails", {"emails": ["thread_0"]})).ok


async def test_snoozed_mail_is_back_by_the_clock(desk: Desk) -> None:
    await done(desk, "snooze_emails", emails=["message_160"], until="2026-03-04T08:00:00Z")
    assert await place(desk, "message_160") == "snoozed"
    assert "message_160" not in [e["id"] for e in (await done(desk, "search_emails", mailbox="inbox"))["items"]]
    assert not (await desk.call("snooze_emails", {"emails": ["message_160"], "until": "2026-01-01"})).ok
    desk.world.set_now(datetime.fromisoformat("2026-03-04T08:00:00Z"))
    assert await place(desk, "message_160") == "inbox"
    await done(desk, "snooze_emails", emails=["message_160"], until="2026-03-05T08:00:00Z")
    assert (await done(desk, "unsnooze_emails", emails=["message_160"]))["changed"] == ["message_160"]


async def test_marks(desk: Desk) -> None:
    assert (await done(desk, "mark_emails_read", emails=["message_160"]))["changed"] == ["message_160"]
    assert (await done(desk, "mark_emails_read", emails=["message_160"]))["unchanged"] == ["message_160"]
    await done(desk, "star_emails", emails=["message_160"])
    starred = (await done(desk, "search_emails", mailbox="starred"))["items"]
    assert "message_160" in [each["id"] for each in starred]


async def test_a_muted_thread_stays_quiet(desk: Desk, root: Path) -> None:
    await done(desk, "mute_email_thread", thread="message_160")
    answer = await arrive(desk, root, From="julia.novak@brightdesk.example", Subject="Re: Delivery day")
    thread = (await done(desk, "read_email", email="message_160"))["thread_id"]
    assert (answer["thread_id"], answer["mailbox"], answer["muted"]) == (thread, "archive", True)
    await done(desk, "unmute_email_thread", thread=thread)
    again = await arrive(desk, root, From="julia.novak@brightdesk.example", Subject="RE: Re: Delivery day")
    assert again["mailbox"] == "inbox"


async def test_labels_from_first_to_last(desk: Desk) -> None:
    await done(desk, "create_email_label", name='To "do" – später', color="red")
    assert "already" in (await desk.call("create_email_label", {"name": 'to "do" – später'})).error
    await done(desk, "label_emails", emails=["message_160", "message_1"], labels=['to "do" – später', "Customers"])
    assert "Suppliers" in (await desk.call("label_emails", {"emails": ["message_1"], "labels": ["Supplies"]})).error
    renamed = await done(desk, "update_email_label", label='To "do" – später', name="Doing")
    assert (renamed["emails"], renamed["color"]) == (2, "red")
    assert (await done(desk, "read_email", email="message_1"))["labels"] == ["Customers", "Doing", "Suppliers"]
    await done(desk, "unlabel_emails", emails=["message_1"], labels=["Customers"])
    assert (await done(desk, "delete_email_label", label="doing"))["emails"] == 2
    assert (await done(desk, "read_email", email="message_1"))["labels"] == ["Suppliers"]
    assert "filter_1" in (await desk.call("delete_email_label", {"label": "Newsletters"})).error


async def test_filters_file_what_comes(desk: Desk, root: Path) -> None:
    made = await done(
        desk,
        "create_email_filter",
        sender="ada",
        words="interview",
        label="hiring",
        archive=True,
        star=True,
        mark_read=True,
    )
    assert made["rule"] == (
        "if sender holds 'ada' and words holds 'interview': archive, mark read, star, label 'Hiring'"
    )
    came = await arrive(desk, root, body="Thank you for the INTERVIEW.")
    assert (came["mailbox"], came["labels"], came["starred"], came["unread"]) == ("archive", ["Hiring"], True, False)
    other = await arrive(desk, root, body="Lunch?")
    assert (other["mailbox"], other["labels"]) == ("inbox", [])
    assert (
        "the same filter"
        in (
            await desk.call(
                "create_email_filter",
                {
                    "sender": "ada",
                    "words": "interview",
                    "label": "Hiring",
                    "archive": True,
                    "star": True,
                    "mark_read": True,
                },
            )
        ).error
    )
    assert "a condition" in (await desk.call("create_email_filter", {"star": True})).error
    assert "something to do" in (await desk.call("create_email_filter", {"sender": "x"})).error
    await done(desk, "delete_email_filter", filter_id=made["id"])
    assert [each["id"] for each in (await done(desk, "list_email_filters"))["filters"]] == ["filter_1", "filter_2"]


async def test_a_filter_runs_over_what_is_there(desk: Desk) -> None:
    made = await done(desk, "create_email_filter", subject="invoice", has_attachment=True, star=True, apply_now=True)
    assert made["fitting"] >= 3 and len(made["changed"]) >= 3
    again = await done(desk, "run_email_filter", filter_id=made["id"])
    assert again["fitting"] == made["fitting"] and again["changed"] == []


async def test_a_filter_forwards(desk: Desk, root: Path) -> None:
    await done(desk, "create_email_filter", sender="ada@", forward_to="emma@harborlight.example")
    came = await arrive(desk, root)
    sent = (await done(desk, "search_emails", mailbox="sent", recipient="emma@", order="newest"))["items"][0]
    assert sent["subject"] == "Fwd: Hi"
    assert (await done(desk, "read_email", email=sent["id"]))["forward_of"] == came["id"]


async def test_blocked_senders_go_to_spam(desk: Desk, root: Path) -> None:
    await done(desk, "block_email_sender", sender="Ada@maplepost.example")
    assert (await arrive(desk, root))["mailbox"] == "spam"
    assert "ada@maplepost.example" in (await done(desk, "get_email_settings"))["blocked"]
    await done(desk, "unblock_email_sender", sender="ada@maplepost.example")
    assert (await arrive(desk, root))["mailbox"] == "inbox"


async def test_newsletters_stop(desk: Desk, root: Path) -> None:
    listed = (await done(desk, "list_email_subscriptions"))["items"]
    assert listed[0]["name"] == "Daily Grind Weekly"
    stopped = await done(desk, "unsubscribe_from_emails", sender="Daily Grind Weekly")
    asked = await done(desk, "read_email", email=stopped["asked"])
    assert (asked["to"], asked["subject"]) == (["leave-weekly@dailygrindpress.example"], "unsubscribe")
    late = await arrive(desk, root, From="weekly@dailygrindpress.example", Subject="One more")
    assert late["mailbox"] == "spam"
    assert "no newsletter" in (await desk.call("unsubscribe_from_emails", {"sender": "Luis Ortega"})).error


async def test_the_vacation_responder_answers_once(desk: Desk, root: Path) -> None:
    away = {"on": True, "subject": "Away", "body": "Back on the 20th.", "ends_at": "2026-03-20T00:00:00Z"}
    await done(desk, "set_vacation_responder", **away)
    came = await arrive(desk, root)
    await arrive(desk, root)
    await arrive(desk, root, From="noreply@shop.example")
    await arrive(desk, root, From="list@shop.example", List_Unsubscribe="<mailto:stop@shop.example>")
    answers = (await done(desk, "search_emails", mailbox="sent", subject="Away"))["items"]
    assert [each["to"] for each in answers] == [["ada@maplepost.example"]]
    assert answers[0]["thread_id"] == came["thread_id"]
    desk.world.set_now(datetime.fromisoformat("2026-03-21T00:00:00Z"))
    await arrive(desk, root, From="bo@maplepost.example")
    assert (await done(desk, "search_emails", mailbox="sent", subject="Away"))["total"] == 1
    assert "what the answer is" in (await desk.call("set_vacation_responder", {"on": True})).error
    assert not (await done(desk, "set_vacation_responder", on=False))["on"]


async def test_signatures(desk: Desk) -> None:
    await done(desk, "save_email_signature", name="Short", text="M.", standard=True)
    names = {each["name"]: each["standard"] for each in (await done(desk, "get_email_settings"))["signatures"]}
    assert names == {"Private": False, "Short": True, "Work": False}
    sent = await done(desk, "send_email", to=[ME], subject="s", body="b", signature="standard")
    assert (await done(desk, "read_email", email=sent["id"]))["body"] == "b\n\n-- \nM."
    await done(desk, "delete_email_signature", name="short")
    assert "Private" in (await desk.call("delete_email_signature", {"name": "Short"})).error


async def test_attachments_are_found_and_saved(desk: Desk, root: Path) -> None:
    listed = (await done(desk, "search_email_attachments", name=".pdf", sender="Karin"))["items"]
    assert [each["name"] for each in listed] == ["invoice-NP-2291.pdf"]
    saved = await done(
        desk, "save_email_attachments", email=listed[0]["email"], folder="in/mail", names=["invoice-NP-2291.pdf", "b"]
    )
    assert saved["saved"][0]["path"] == "in/mail/invoice-NP-2291.pdf"
    assert saved["failures"][0]["item"] == "b"
    assert (root / "in/mail/invoice-NP-2291.pdf").read_bytes().startswith(b"%PDF-1.4")
    same = await done(desk, "save_email_attachments", email=listed[0]["email"], folder="in/mail")
    assert same["failures"] == []
    (root / "in/mail/invoice-NP-2291.pdf").write_text("other")
    refused = await desk.call("save_email_attachments", {"email": listed[0]["email"], "folder": "in/mail"})
    assert "set overwrite" in refused.error
    assert "no attachments" in (await desk.call("save_email_attachments", {"email": "message_1"})).error


async def test_a_mail_survives_its_file(desk: Desk, root: Path) -> None:
    await done(desk, "export_emails", emails=["message_8"], folder="out")
    file = root / "out/message_8 Re Pacamara lot 12 samples are on the way.eml"
    first = file.read_bytes()
    mail = message_from_bytes(first, policy=policy.default)
    assert mail["Message-ID"] == "<message_8@harborlight.example>"
    assert [part.get_filename() for part in mail.iter_attachments()] == ["contract-roble-2026-01.pdf"]
    await done(desk, "export_emails", emails=["message_8"], folder="out")
    assert file.read_bytes() == first, "the same mail gives the same bytes"
    back = await done(desk, "import_email", path=f"out/{file.name}")
    assert back["thread_id"] == "thread_1" and back["sent_at"] == "2025-12-18T16:31:00Z"
    assert back["attachments"][0]["bytes"] > 500
    (root / "no.eml").write_text("just text")
    assert "no sender" in (await desk.call("import_email", {"path": "no.eml"})).error


async def test_odd_mail_comes_in(desk: Desk, root: Path) -> None:
    (root / "odd.eml").write_bytes(
        b"From: =?utf-8?q?J=C3=B6rg_B=C3=A4cker?= <JOERG@Example.com>\r\nTo: maya@harborlight.example, undisclosed\r\n"
        b"Subject: =?utf-8?b?8J+TiCBQbGFu?=\r\nDate: yesterday\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n'
        b"<style>x{}</style><p>Hello&nbsp;<b>Maya</b></p><p>Bye</p>\r\n--b\r\nContent-Type: text/plain\r\n"
        b'Content-Disposition: attachment; filename="../../evil.txt"\r\n\r\nx\r\n--b--\r\n'
    )
    came = await done(desk, "import_email", path="odd.eml")
    assert (came["sender"], came["subject"]) == ("Jörg Bäcker <joerg@example.com>", "📈 Plan")
    assert "Hello\xa0Maya\nBye" in came["body"] and "style" not in came["body"]
    saved = await done(desk, "save_email_attachments", email=came["id"], folder="safe")
    assert saved["saved"][0]["path"] == "safe/evil.txt"
    assert not (root.parent / "evil.txt").exists()
