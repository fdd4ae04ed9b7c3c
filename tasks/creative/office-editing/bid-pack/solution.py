"""Read the rules and the papers, put all in order, fill in the form, turn the drawing, number, shrink, look."""

import re
from datetime import date, datetime, timedelta

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

PACK = "out/bid-pack.pdf"
CLOSING = date(2026, 3, 6)


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_pdf_text", path="tender/instructions-to-bidders.pdf")
    await desk.call("read_text_file", path="bid/facts-for-the-form.md")
    texts = {}
    for name in ("cover-letter", "prices", "prices-final", "certificates", "references"):
        texts[name] = [each["text"] for each in (await desk.call("read_pdf_text", path=f"bid/{name}.pdf"))["pages"]]
    await desk.call("render_pdf_pages", path="bid/drawings.pdf")
    await desk.call("get_pdf_form", path="tender/form-RT-A.pdf")

    prices = max(("prices", "prices-final"), key=lambda name: revision_day(texts[name][0]))
    tables = (await desk.call("extract_pdf_tables", path=f"bid/{prices}.pdf"))["tables"]
    total = next(row[-1] for table in tables for row in table["rows"] if row[0] == "Total of the bid")
    until = CLOSING + timedelta(days=90)
    certificates = [number for number, text in enumerate(texts["certificates"], 1) if in_force(text)]

    parts = [
        ("Form of Bid", "tender/form-RT-A.pdf", 1, None),
        ("Cover Letter", "bid/cover-letter.pdf", 1, None),
        ("Price Schedule", f"bid/{prices}.pdf", len(texts[prices]), None),
        ("Drawings", "bid/drawings.pdf", 3, None),
        ("Certificates", "bid/certificates.pdf", len(certificates), certificates),
        ("References", "bid/references.pdf", len(texts["references"]), None),
    ]
    sources = [{"path": path, "pages": pages} if pages else {"path": path} for _, path, _, pages in parts]
    await desk.call("merge_pdfs", sources=sources, target=PACK, bookmarks="none")
    entries, first = [], 1
    for title, _, count, _ in parts:
        entries.append({"title": title, "page": first})
        first += count
    await desk.call(
        "fill_pdf_form",
        path=PACK,
        values=[
            {"field": "bidder_name", "value": "Harborlight Coffee Roasters, LLC"},
            {"field": "address", "value": "418 Dock Street, Portland, OR 97209"},
            {"field": "ein", "value": "93-5550148"},
            {"field": "contact_name", "value": "Noor Haddad"},
            {"field": "contact_role", "value": "Wholesale Accounts"},
            {"field": "phone", "value": "+1 503 555 0118"},
            {"field": "email", "value": "noor@harborlight.example"},
            {"field": "legal_form", "value": "Limited liability company"},
            {"field": "total_usd", "value": total},
            {"field": "first_day", "value": "1 June 2026"},
            {"field": "valid_until", "value": f"{until.day} {until:%B %Y}"},
            {"field": "accept_conditions", "value": True},
            {"field": "site_visit", "value": True},
        ],
        flatten=True,
    )
    drawings = next(entry["page"] for entry in entries if entry["title"] == "Drawings")
    await desk.call("rotate_pdf_pages", path=PACK, degrees=180, pages=[drawings + 1])
    await desk.call("set_pdf_outline", path=PACK, entries=entries)
    await desk.call("stamp_pdf", path=PACK, text="Page {page} of {pages}", position="bottom-right", size=9, margin=9)
    legal = "Harborlight Coffee Roasters, LLC"
    await desk.call("set_pdf_metadata", path=PACK, title=f"RT-2026-14 Bid of {legal}", author=legal)
    await desk.call("compress_pdf", path=PACK)
    await desk.call("render_pdf_pages", path=PACK, pages=[1, 2, 3, 4])
    await desk.call("render_pdf_pages", path=PACK, pages=[5, 6, 7])
    await desk.call("render_pdf_pages", path=PACK, pages=list(range(8, first)))
    return (
        f"{PACK} is ready for the portal: {first - 1} pages. The total of the bid is ${total}, and it holds until "
        f"{until.day} {until:%B %Y}. I left out the older price schedule (prices-final.pdf, revision B of 9 February), "
        "the insurance certificate that expired on 31 January 2026, the workers' compensation certificate that only "
        "begins on 1 April 2026, and the fax cover among the certificates, which certifies nothing. The second drawing "
        "was upside down and is turned."
    )


def revision_day(text: str) -> date:
    """The day of the revision at the foot of a price sheet."""
    found = re.search(r"revision \w · (\d+ \w+ \d{4})", text)
    assert found
    return day(found[1])


def in_force(text: str) -> bool:
    """Whether a certificate holds on the closing day."""
    found = re.search(r"In force from (\d+ \w+ \d{4}) to (\d+ \w+ \d{4})", text)
    return bool(found) and day(found[1]) <= CLOSING <= day(found[2])


def day(text: str) -> date:
    return datetime.strptime(text, "%d %B %Y").date()
