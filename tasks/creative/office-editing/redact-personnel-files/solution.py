"""Read everything, lay the scan's words under it, take out what goes, search for what is left, log it, look."""

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

LOG = "out/redaction-log.csv"
GONE = {
    "oneill-sam": {
        "ssn": ["541-22-9087", "541 22 9087", "9087"],
        "bank": ["123006800", "4402 7719 03", "7730 1185 26"],
        "address": ["2216 Larch Street, Apt 5", "Portland, OR 97214"],
        "third person": [
            "Rory O'Neill", "+1 503 555 0171", "Declan Byrne", "declan.byrne@maplepost.example", "Helen Abara",
            "Paul Meyer", "Niamh O'Neill", "Agnes Thornton",
        ],
    },
    "liu-grace": {
        "ssn": ["536-47-2210"],
        "bank": ["123006800", "4402 9051 77"],
        "address": ["77 Tanager Court", "Portland, OR 97202"],
        "third person": ["Mei Liu", "+1 503 555 0172", "Tobias Renner", "Wei Zhang"],
    },
}  # fmt: skip


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="personnel/redaction-policy.md")
    await desk.call("add_pdf_text_layer", path="personnel/oneill-sam.pdf", pages=[4], target="out/oneill-sam.pdf")

    lines = []
    for name, kinds in sorted(GONE.items()):
        path = f"out/{name}.pdf" if name == "oneill-sam" else f"personnel/{name}.pdf"
        lines += await logged(desk, path, name, kinds)
        words = [word for kind in kinds.values() for word in kind]
        await desk.call("redact_pdf", path=path, find=words, target=f"out/{name}.pdf")
        await desk.call("render_pdf_pages", path=f"out/{name}.pdf", pages=[1, 2])
    await desk.call("render_pdf_pages", path="out/oneill-sam.pdf", pages=[4], box=[60, 180, 500, 460])
    # The last letter of the neighbour's name is still to be seen in the picture.
    rest = [{"page": 4, "box": [222, 414, 231.5, 430]}]
    await desk.call("redact_pdf", path="out/oneill-sam.pdf", areas=rest)
    await desk.call("render_pdf_pages", path="out/oneill-sam.pdf", pages=[1, 2])
    await desk.call("render_pdf_pages", path="out/oneill-sam.pdf", pages=[3, 4])
    await desk.call("write_text_file", path=LOG, text="file,page,category\n" + "".join(f"{each}\n" for each in lines))
    return (
        f"Both files are redacted and the log is in {LOG}; it has {len(lines)} lines. From Sam's file I took the wife, "
        "the brother-in-law, the daughter, the doctor, a reference and a neighbour; from Grace's the mother, the doctor "
        "and a customer's contact. Sam's scan can be searched now, and the words are gone from its picture too."
    )


async def logged(desk: Desk, path: str, name: str, kinds: dict[str, list[str]]) -> list[str]:
    """The lines of the log: where words of each category stand, notes, bookmarks and properties included."""
    texts = {each["page"]: each["text"] for each in (await desk.call("read_pdf_text", path=path))["pages"]}
    for note in (await desk.call("list_pdf_annotations", path=path))["items"]:
        texts[note["page"]] += f" {note['text']}"
    marks = (await desk.call("get_pdf_outline", path=path))["items"]
    info = await desk.call("get_pdf_info", path=path)
    texts[0] = " ".join([*(mark["title"] for mark in marks), *info["properties"].values()])
    return [
        f"{name}.pdf,{page},{kind}"
        for page, text in sorted(texts.items())
        for kind, words in kinds.items()
        if any(word in " ".join(text.split()) for word in words)
    ]
