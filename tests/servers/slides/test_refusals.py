"""Files that are no decks, paths that lead elsewhere: each its own clear error, and nothing written."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_slides.text import SlotText

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


def _zip(path: Path, *names: str) -> None:
    with zipfile.ZipFile(path, "w") as package:
        for name in names:
            package.writestr(name, "<x/>")


def test_a_strict_package_is_named(do: Any, root: Path, deck: str) -> None:
    with zipfile.ZipFile(root / deck) as old, zipfile.ZipFile(root / "strict.pptx", "w") as new:
        for name in old.namelist():
            blob = old.read(name)
            if name == "_rels/.rels":
                kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
                blob = blob.replace(kind, b"http://purl.oclc.org/ooxml/officeDocument/relationships")
            new.writestr(name, blob)
    for call in (do.get_deck_info, do.check_deck):
        with pytest.raises(ToolError, match="Strict Open XML"):
            call(path="strict.pptx")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("old.ppt", OLE, "old .ppt format"),
        ("renamed.pptx", OLE, "old Office format"),
        ("locked.pptx", OLE + "EncryptedPackage".encode("utf-16-le"), "password"),
        ("empty.pptx", b"", "is empty"),
        ("page.pptx", b"<html>", "HTML"),
        ("paper.pptx", b"%PDF-1.7", "a PDF"),
        ("cut.pptx", b"PK\x03\x04 and then nothing", "damaged"),
        ("letter.pptx", ["word/document.xml"], "a Word document"),
        ("book.pptx", ["xl/workbook.xml"], "an Excel workbook"),
        ("hollow.pptx", ["ppt/presentation.xml"], "damaged"),
        ("absent.pptx", None, "no file"),
    ],
)
def test_each_wrong_file_has_its_own_words(do: Any, root: Path, name: str, content: Any, words: str) -> None:
    if isinstance(content, list):
        _zip(root / name, *content)
    elif content is not None:
        (root / name).write_bytes(content)
    for call in (
        lambda: do.get_deck_info(path=name),
        lambda: do.set_shape_text(path=name, slide=1, shape="title", text="x"),
        lambda: do.create_deck(path="new.pptx", template=name),
        lambda: do.render_slides(path=name),
        lambda: do.check_deck(path=name),
    ):
        with pytest.raises(ToolError, match=words):
            call()
    assert not (root / "new.pptx").exists()


@pytest.mark.parametrize(
    "path", ["/etc/x.pptx", "../x.pptx", "a/../../x.pptx", '=webservice("http://x")', "file:///etc/passwd", ""]
)
def test_paths_that_lead_outside(do: Any, path: str) -> None:
    for call in (lambda: do.create_deck(path=path), lambda: do.get_slide(path=path, slide=1)):
        with pytest.raises(ToolError):
            call()


def test_a_link_out_of_the_workspace_is_not_followed(do: Any, root: Path, deck: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.pptx"
    outside.write_bytes((root / deck).read_bytes())
    (root / "link.pptx").symlink_to(outside)
    for call in (
        lambda: do.get_deck_info(path="link.pptx"),
        lambda: do.add_slide(path="link.pptx"),
        lambda: do.add_slide_picture(path=deck, slide=1, picture="link.pptx"),
        lambda: do.export_deck_pdf(path=deck, target="../out.pdf"),
    ):
        with pytest.raises(ToolError, match="outside"):
            call()


@pytest.mark.parametrize("name", ["記帳本.pptx", "Bäcker 😀.pptx", "-start.pptx", 'it\'s "quoted".pptx'])
def test_names_as_people_give_them(do: Any, root: Path, name: str) -> None:
    do.create_deck(path=f"sub/{name}", title="Hi")
    added = do.add_slide(path=str(root / "sub" / name), title="Two")
    assert added.path == f"sub/{name}" and do.get_deck_info(path=f"./sub/../sub/{name}").slides == 2


def test_a_failed_call_leaves_the_file_alone(do: Any, root: Path, deck: str) -> None:
    before = (root / deck).read_bytes()
    for call in (
        lambda: do.add_slide(path=deck, layout="Nowhere"),
        lambda: do.add_slide(path=deck, layout="Blank", title="x"),
        lambda: do.fill_placeholders(path=deck, slide=3, texts=[SlotText(placeholder="chart", text="x")]),
        lambda: do.move_slides(path=deck, slides=[1, 9]),
        lambda: do.create_deck(path="deck.key"),
        lambda: do.set_theme_fonts(path=deck),
    ):
        with pytest.raises(ToolError):
            call()
    assert (root / deck).read_bytes() == before and sorted(p.name for p in root.iterdir()) == ["deck.pptx"]


def test_the_first_decks_of_a_process_open_at_once(root: Path, deck: str) -> None:
    """Four threads that meet python-pptx half imported: each must wait for the whole of it."""
    script = (
        "import sys, threading, time\n"
        "from deskworld_slides.opening import parse\n"
        "blob = open(sys.argv[1], 'rb').read()\n"
        "bad = []\n"
        "def go(wait):\n"
        "    time.sleep(wait)\n"
        "    try:\n"
        "        parse(blob)\n"
        "    except Exception as error:\n"
        "        bad.append(repr(error))\n"
        "threads = [threading.Thread(target=go, args=(n * 0.04,)) for n in range(8)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]\n"
        "sys.exit(repr(bad) if bad else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, root / deck], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
