"""Read last week's mail, merge the real doubles, correct the cards, mend the group, send Theo the file."""

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

CARDS = "contacts/press-2026.vcf"
TESS, YUKI, RAJ = "Tess Morgan", "contact_903", "Raj Mehta"


async def solve(desk: Desk, task: TaskView) -> str:
    found = await desk.call(
        "search_emails", mailbox="inbox", after="2026-02-23T00:00:00Z", before="2026-03-02T00:00:00Z", limit=100
    )
    mails = [mail["id"] for mail in found["items"]]
    for start in range(0, len(mails), 20):
        await desk.call("read_emails", emails=mails[start : start + 20])

    await desk.call("find_duplicate_contacts")
    await desk.call("get_contact", contact="contact_902")  # the other Peter Vogel
    await desk.call("merge_contacts", keep="contact_27", merge=["contact_40"])
    await desk.call("merge_contacts", keep="contact_23", merge=["contact_901"])
    yuki = await desk.call("merge_contacts", keep=YUKI, merge=["contact_904"])

    await desk.call("update_contact", contact=YUKI, family_name="Mori-Hansen", role="Senior Writer")
    private = next(method["id"] for method in yuki["methods"] if method["value"] == "yuki@moriyama.example")
    await desk.call("update_contact_method", method=private, preferred=True)
    again = next(method["id"] for method in yuki["methods"] if method["value"] == "(206) 555-0173")
    await desk.call("remove_contact_method", method=again)

    tess = await desk.call("update_contact", contact=TESS, company="Bean & Gone Magazine", role="Editor-at-large")
    mail = next(method["id"] for method in tess["methods"] if method["kind"] == "email")
    await desk.call("update_contact_method", method=mail, value="tess.morgan@beanandgone.example")

    raj = await desk.call("update_contact", contact=RAJ, role="Operations Manager")
    phone = next(method["id"] for method in raj["methods"] if method["kind"] == "phone")
    await desk.call("update_contact_method", method=phone, value="+1 971 555 0163")

    for given, family, company, role, address, number in (
        (
            "Lena",
            "Fischer",
            "Barista Nordic",
            "Managing Editor",
            "lena.fischer@baristanordic.example",
            "+47 22 555 0175",
        ),
        ("Arjun", "Patel", "Pacific Food Radio", "Host", "arjun.patel@pacificfoodradio.example", "+1 503 555 0176"),
    ):
        await desk.call(
            "create_contact",
            given_name=given,
            family_name=family,
            company=company,
            role=role,
            methods=[
                {"kind": "email", "value": address, "label": "work"},
                {"kind": "phone", "value": number, "label": "work"},
            ],
        )

    await desk.call("rename_contact_group", group="Press 2024", name="Press 2026")
    await desk.call("remove_from_contact_group", group="Press 2026", contacts=["Gail Summers"])
    await desk.call("add_to_contact_group", group="Press 2026", contacts=["Lena Fischer", "Arjun Patel"])
    await desk.call("export_contacts", path=CARDS, group="Press 2026")
    await desk.call("read_text_file", path=CARDS)
    await desk.call(
        "reply_to_email",
        email="message_940",
        attachments=[CARDS],
        body="Theo, the press list is attached, the group is called Press 2026 now. Five people are on it:\n\n"
        "- Tess Morgan: has left the Daily Grind and is Editor-at-large of Bean & Gone Magazine, with a new address\n"
        "- Yuki Mori-Hansen: has married (was Yuki Mori) and is Senior Writer at Pacific Palate, private address preferred\n"
        "- Marcus Bell, Morning Edition PDX: unchanged\n"
        "- Lena Fischer, Managing Editor of Barista Nordic: new\n"
        "- Arjun Patel, Host at Pacific Food Radio: new\n\n"
        "Gail Summers asked for no more press mail, so she is off the list; her card stays.\n\nMaya Lindqvist",
    )
    return (
        "Merged: Carla Reyes (two cards), Karin Holt (K. Holt) and Yuki Mori-Hansen (Yuki M.). Changed: Yuki's name and "
        "role, Tess Morgan's new job and address, Raj Mehta's role and number; new: Lena Fischer and Arjun Patel. The "
        "two Peter Vogels only share a name, one tunes pianos, so they stay two. Walter Hess stays in the bin. Theo has "
        "the press list; Gail Summers is off it at her wish."
    )
