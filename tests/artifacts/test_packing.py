"""A package written again: every part as it should be, whatever the zip before was like."""

import random
import zipfile
from pathlib import Path

import pytest
from deskworld_artifacts.packing import PackageWriter

BIG = random.Random(7).randbytes(3000) * 40
PARTS = {"[Content_Types].xml": b"<Types/>", "word/document.xml": BIG, "word/media/a.png": b"\x89PNG" * 9, "e.xml": b""}


def package(path: Path, **how: int) -> Path:
    with zipfile.ZipFile(path, "w", **how) as made:  # pyright: ignore[reportArgumentType]
        for name, data in PARTS.items():
            made.writestr(name, data)
    return path


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as made:
        assert made.testzip() is None
        return {name: made.read(name) for name in made.namelist()}


def rewritten(source: Path, target: Path, changed: dict[str, bytes]) -> dict[str, bytes]:
    with zipfile.ZipFile(source) as old, PackageWriter(target, old) as out:
        for name in PARTS:
            if name in changed:
                out.put(name, changed[name])
            else:
                out.keep(name)
    return contents(target)


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_parts_survive_whatever_packed_them(tmp_path: Path, kind: int) -> None:
    source = package(tmp_path / "old.zip", compression=kind)
    changed = {"e.xml": b"<now>something</now>"}
    assert rewritten(source, tmp_path / "new.zip", changed) == {**PARTS, **changed}


def test_a_zip_that_was_streamed(tmp_path: Path) -> None:
    """Its sizes stand behind each part and not before it, as many programs write."""

    class Pipe:
        def __init__(self, path: Path) -> None:
            self.file = path.open("wb")

        def write(self, data: bytes) -> int:
            return self.file.write(data)

        def flush(self) -> None:
            self.file.flush()

    source = tmp_path / "streamed.zip"
    pipe = Pipe(source)
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:  # type: ignore[call-overload]
        for name, data in PARTS.items():
            made.writestr(name, data)
    pipe.file.close()
    assert rewritten(source, tmp_path / "new.zip", {}) == PARTS


def test_something_before_the_zip_moves_nothing(tmp_path: Path) -> None:
    source = package(tmp_path / "old.zip", compression=zipfile.ZIP_DEFLATED)
    shifted = tmp_path / "shifted.zip"
    shifted.write_bytes(b"#!/bin/sh\nexit\n" + source.read_bytes())
    assert rewritten(shifted, tmp_path / "new.zip", {"e.xml": b"x"}) == {**PARTS, "e.xml": b"x"}


def test_the_packed_bytes_are_copied(tmp_path: Path) -> None:
    """Packed loosely before, an unchanged part is no smaller after, whether it is kept or put again."""
    source = package(tmp_path / "old.zip", compression=zipfile.ZIP_DEFLATED, compresslevel=1)
    with zipfile.ZipFile(source) as old, PackageWriter(tmp_path / "new.zip", old, level=9) as out:
        out.put("word/document.xml", BIG)
        out.put("e.xml", b"new")
        out.keep("[Content_Types].xml")
        before = old.getinfo("word/document.xml").compress_size
    with zipfile.ZipFile(tmp_path / "new.zip") as new:
        assert new.getinfo("word/document.xml").compress_size == before


def test_the_same_parts_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        with PackageWriter(tmp_path / name) as out:
            for part, data in PARTS.items():
                out.put(part, data)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert contents(tmp_path / "a.zip") == PARTS


def test_a_part_that_was_not_there_can_t_be_kept(tmp_path: Path) -> None:
    source = package(tmp_path / "old.zip")
    with (
        zipfile.ZipFile(source) as old,
        PackageWriter(tmp_path / "new.zip", old) as out,
        pytest.raises(KeyError, match="nowhere"),
    ):
        out.keep("nowhere.xml")


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_damaged_part_is_written_anew_when_put(tmp_path: Path, kind: int) -> None:
    """The directory of a damaged zip still tells the checksum of the bytes that were there once."""
    source = package(tmp_path / "old.zip", compression=kind)
    with zipfile.ZipFile(source) as old:
        at = old.getinfo("word/document.xml").header_offset + 200
    spoilt = bytearray(source.read_bytes())
    spoilt[at : at + 50] = bytes(50)
    source.write_bytes(spoilt)
    with zipfile.ZipFile(source) as old, PackageWriter(tmp_path / "new.zip", old) as out:
        out.put("word/document.xml", BIG)
    assert contents(tmp_path / "new.zip") == {"word/document.xml": BIG}
