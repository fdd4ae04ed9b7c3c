"""Mail from strangers and from callers who mean no good: nothing breaks the mailbox, nothing becomes a header."""

import time
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio

MIXED = {"extra": "Content-Type: multipart/mixed; boundary=b"}


def eml(
    sender: str = "Ada <ada@quist.example>",
    to: str = "maya@harborlight.example",
    subject: str = "Hello",
    date: str = "Sun, 01 Mar 2026 10:00:00 +0000",
    header_id: str = "<a@quist.example>",
    extra: str = "X-None: 1",
    body: str = "body",
) -> bytes:
    lines = [f"From: {sender}", f"To: {to}", f"Subject: {subject}", f"Date: {date}", f"Message-ID: {header_id}", extra]
    return "\n".join([*lines, "", body, ""]).encode("utf-8", "surrogateescape")


async def ok(desk: Desk, tool: str, /, **arguments: Any) -> dict[str, Any]:
    result = await desk.call(tool, arguments)
    assert result.ok, result.error
    return result.structured


async def refused(desk: Desk, tool: str, /, **arguments: Any) -> str:
    result = await desk.call(tool, arguments)
    assert not result.ok, result.structured
    assert "internal error" not in result.error
    return result.error


@pytest.mark.parametrize(
    "mail",
    [
        eml(sender="=?utf-8?q?a=0D=0ABcc:_x=40y?= <ada@quist.example>"),
        eml(sender="root@localhost"),
        eml(sender="MAILER-DAEMON@host.local"),
        eml(sender='"unclosed <a@b.example>'),
        eml(sender="=?bad?q?x?= <a@b.example>"),
        eml(header_id="["),
        eml(header_id="<>"),
        eml(header_id="<a@>"),
        eml(to="undisclosed-recipients:;"),
        eml(to=",".join(f"u{n}@x.example" for n in range(3_000))),
        eml(date="Sun, 31 Dec 9999 23:59:59 -1200"),
        eml(date="99999999"),
        eml(subject="=?utf-8?q?a=00b=0D=0AX:_c?="),
        eml(subject="x" * 300_000),
        eml(extra="Content-Type: text/plain; charset=nonsense", body="caf\udce9"),
        eml(extra="Content-Type: text/plain; charset"),
        eml(extra="Content-Type: ;;;"),
        eml(extra="References: <<<>>> <\nIn-Reply-To: <"),
        eml(extra="List-Unsubscribe: <mailto:x@y.example\n bcc>"),
        eml(extra="Content-Type: text/html", body="<script>" * 50_000),
        eml(extra="Content-Type: text/html", body="<" * 300_000),
        eml(extra="Content-Type: text/html", body="<!--" * 100_000),
    ],
)
async def test_whatever_comes_is_read_listed_and_written_out(desk: Desk, root: Path, mail: bytes) -> None:
    (root / "in.eml").write_bytes(mail)
    start = time.process_time()
    got = await ok(desk, "import_email", path="in.eml")
    await ok(desk, "search_emails", limit=100)
    saved = (await ok(desk, "export_emails", emails=[got["id"]], folder=""))["saved"]
    assert time.process_time() - start < 8
    headers = BytesParser(policy=policy.default).parsebytes((root / saved[0]["path"]).read_bytes())
    assert not {"Bcc", "X"} & set(headers.keys())


@pytest.mark.parametrize("mail", [b"", b"Subject: x\n\nhi", bytes(range(256)), eml(sender="<>"), eml(sender="@")])
async def test_what_is_no_mail(desk: Desk, root: Path, mail: bytes) -> None:
    (root / "in.eml").write_bytes(mail)
    assert "no mail" in await refused(desk, "import_email", path="in.eml")


async def test_mail_nested_without_end(desk: Desk, root: Path) -> None:
    parts = "".join(f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(3_000))
    (root / "in.eml").write_bytes(eml(extra="Content-Type: multipart/mixed; boundary=b0", body=parts))
    assert "too deep" in await refused(desk, "import_email", path="in.eml")


async def test_html_reads_as_text(desk: Desk, root: Path) -> None:
    page = "<p>Hello &amp; <b>you</b><br>2 < 3<style>x{}</style><!-- a > b --> end</p><script>evil()</script>"
    (root / "in.eml").write_bytes(eml(extra="Content-Type: text/html", body=page))
    assert (await ok(desk, "import_email", path="in.eml"))["body"] == "Hello & you\n2 < 3 end"


async def test_odd_attachments_are_saved_each_under_its_name(desk: Desk, root: Path) -> None:
    names = ["image.png", "image.png", "../../.deskworld/x", "=cmd.csv", "n" * 400 + ".txt", "..", "a\tb.txt"]
    parts = "".join(f'--b\nContent-Disposition: attachment; filename="{name}"\n\n{n}\n' for n, name in enumerate(names))
    (root / "in.eml").write_bytes(eml(**MIXED, body=f"--b\n\nhi\n{parts}--b--"))
    got = await ok(desk, "import_email", path="in.eml")
    saved = await ok(desk, "save_email_attachments", email=got["id"], overwrite=True)
    assert saved["failures"] == []
    files = {each["path"]: (root / each["path"]).read_text().strip() for each in saved["saved"]}
    assert sorted(files.values()) == list("0123456")
    assert {
        "image.png": "0",
        "image (2).png": "1",
        "x": "2",
        "=cmd.csv": "3",
        "attachment": "5",
    }.items() <= files.items()


@pytest.mark.parametrize(
    "to",
    ["a@b.example\r\nBcc: x@y.example", "Ann <a@b.example>\r\nBcc: x@y.example", "a@b", "a@b.example,c@d.example", "@"],
)
async def test_an_address_is_one_address(desk: Desk, to: str) -> None:
    result = await desk.call("send_email", {"to": [to], "subject": "x", "body": "x"})
    assert not result.ok or result.structured["to"] == ["a@b.example"]
    await refused(desk, "create_email_filter", sender="x", forward_to="a@b.example\r\nBcc: x@y.example")


async def test_headers_hold_one_line(desk: Desk, root: Path) -> None:
    await ok(desk, "set_vacation_responder", on=True, subject="Away\r\nBcc: x@y.example", body="Later.")
    (root / "in.eml").write_bytes(eml())
    got = await ok(desk, "import_email", path="in.eml")
    answer = (await ok(desk, "search_emails", mailbox="sent", limit=1))["items"][0]
    assert answer["subject"] == "Away Bcc: x@y.example"
    (root / "a\nb.txt").write_text("x")
    sent = await ok(
        desk, "reply_to_email", email=got["id"], body="x", attachments=["a\nb.txt"], cc=["jürgen@bücher.example"]
    )
    result = await ok(desk, "export_emails", emails=[answer["id"], sent["id"], "it's none"], folder="out")
    assert len(result["saved"]) == 2
    assert [each["item"] for each in result["failures"]] == ["it's none"]


async def test_too_much_is_refused(desk: Desk) -> None:
    many = [f"u{number}@x.example" for number in range(501)]
    await refused(desk, "send_email", to=many, subject="x", body="x")
    await refused(desk, "send_email", to=["a@b.example"], subject="x" * 1_000, body="x")
    await refused(desk, "create_email_label", name="x" * 101)
    for wrong in ({"query": "a " * 3_000}, {"query": "a" * 60_000}, {"sender": "%" * 60_000}, {"recipient": "x" * 999}):
        await refused(desk, "search_emails", **wrong)
    sent = await ok(desk, "send_email", to=many[:500], subject="x", body="x")
    found = (await ok(desk, "search_emails", mailbox="sent", limit=1))["items"][0]
    assert (found["id"], found["to"][-1]) == (sent["id"], "and 490 more")


@pytest.mark.parametrize(
    ("query", "argument"), [("from:karin", "sender"), ("lot is:unread", "unread"), ("IN:sent", "mailbox")]
)
async def test_operators_of_other_programs_are_told_apart(desk: Desk, query: str, argument: str) -> None:
    assert f"use the argument '{argument}'" in await refused(desk, "search_emails", query=query)
    await ok(desk, "search_emails", query=f'"{query}" 9:30')


@pytest.mark.parametrize("word", ["%", "_______", "100%_off", "\\", "' OR 1=1 --"])
async def test_a_word_is_no_pattern(desk: Desk, word: str) -> None:
    for argument in ("sender", "recipient", "subject"):
        assert (await ok(desk, "search_emails", **{argument: word}))["total"] == 0, argument


async def test_a_label_keeps_its_mails_through_spaces(desk: Desk) -> None:
    before = next(e for e in (await ok(desk, "list_email_labels"))["labels"] if e["name"] == "Invoices")
    after = await ok(desk, "update_email_label", label="Invoices", name=" Invoices ")
    assert after == before
    assert (await ok(desk, "update_email_label", label="Invoices", name="invoices"))["emails"] == before["emails"]


async def test_what_has_not_gone_out_can_not_be_answered(desk: Desk) -> None:
    draft = await ok(desk, "create_email_draft", to=["dana@harborlight.example"], subject="x", body="x")
    assert "not gone out" in await refused(desk, "reply_to_email", email=draft["id"], body="x")
    assert "own address" in await refused(desk, "block_email_sender", sender="maya@harborlight.example")
