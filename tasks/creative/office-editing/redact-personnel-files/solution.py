"""Read everything, lay the scan's words under it, take out what goes, search for what is left, log it, look."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
LOG, GONE = expected.LOG, expected.GONE


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="personnel/redaction-policy.md")
    await desk.call("add_pdf_text_layer", path="personnel/oneill-sam.pdf", pages=[4], target="out/oneill-sam.pdf")

    lines = []
    for name, kinds in sorted(GONE.items()):
        path = f"out/{name}" if name == "oneill-sam.pdf" else f"personnel/{name}"
        lines += await logged(desk, path, name, kinds)
        words = [word for kind in kinds.values() for word in kind]
        await desk.call("redact_pdf", path=path, find=words, target=f"out/{name}")
        await desk.call("render_pdf_pages", path=f"out/{name}", pages=[1, 2])
    await desk.call("render_pdf_pages", path="out/oneill-sam.pdf", pages=[4], box=[60, 180, 500, 460])
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
        f"{name},{page},{kind}"
        for page, text in sorted(texts.items())
        for kind, words in kinds.items()
        if any(word in " ".join(text.split()) for word in words)
    ]
