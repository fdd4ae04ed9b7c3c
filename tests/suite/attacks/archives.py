"""Archives whose members lead out, lie, or swell."""

import gzip
import io
import stat
import tarfile
import warnings
import zipfile
from collections.abc import Callable

from deskworld_kit import CallResult
from suite.attacks.model import Attack, Call, Scene

MB = 1_000_000


def unpacked(path: str) -> tuple[Call, ...]:
    """Unpacked into a folder and where it lies."""
    return ("extract_archive", {"path": path, "folder": "out"}), ("extract_archive", {"path": path})


def zipped(*names: str) -> Callable[[Scene], None]:
    """A zip with a good member and these."""

    def plant(scene: Scene) -> None:
        with zipfile.ZipFile(scene.root / "a.zip", "w") as made, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of two members with one name
            made.writestr("good.txt", "good")
            for name in names:
                info = zipfile.ZipInfo()
                info.filename = name  # the class would tidy it
                made.writestr(info, "bad")

    return plant


def zip_link(scene: Scene) -> None:
    """A link to the folder outside, then a file through it."""
    with zipfile.ZipFile(scene.root / "a.zip", "w") as made:
        link = zipfile.ZipInfo("door")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, str(scene.outside))
        made.writestr("door/evil.txt", "bad")


def tarred(*members: tuple[str, bytes, str]) -> Callable[[Scene], None]:
    """A tar with a good member and these: name, type, link target (`{out}` for the folder outside)."""

    def plant(scene: Scene) -> None:
        with tarfile.open(scene.root / "a.tar", "w") as made:
            for name, kind, target in (("good.txt", tarfile.REGTYPE, ""), *members):
                info = tarfile.TarInfo(name)
                info.type, info.linkname = kind, target.replace("{out}", str(scene.outside))
                info.size = 3 if kind == tarfile.REGTYPE else 0
                made.addfile(info, io.BytesIO(b"bad"))

    return plant


def zip_bomb(scene: Scene) -> None:
    """A hundred kilobytes that unpack to 120 megabytes."""
    with zipfile.ZipFile(scene.root / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        block = bytes(40 * MB)
        for number in range(3):
            made.writestr(f"{number}.bin", block)


def overlapping_bomb(scene: Scene) -> None:
    """Many members that are one and the same compressed megabytes."""
    with zipfile.ZipFile(scene.root / "a.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        made.writestr("0.bin", bytes(20 * MB))
        first = made.infolist()[0]
        for number in range(1, 400):
            info = zipfile.ZipInfo(f"{number}.bin")
            for field in ("header_offset", "CRC", "compress_size", "file_size", "compress_type"):
                setattr(info, field, getattr(first, field))
            made.filelist.append(info)
            made.NameToInfo[info.filename] = info


def gzip_bomb(scene: Scene) -> None:
    """A hundred kilobytes with a file of fifty megabytes in them."""
    with gzip.open(scene.root / "a.tar.gz", "wb") as packed:
        header = tarfile.TarInfo("x.bin")
        header.size = 50 * 1024 * 1024
        packed.write(header.tobuf())
        packed.write(bytes(header.size))
        packed.write(bytes(1024))  # the end


def zip_that_lies(scene: Scene) -> None:
    """A member of twenty megabytes that says it has ten bytes."""
    with zipfile.ZipFile(scene.root / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.bin", bytes(20 * MB))
    content = bytearray((scene.root / "a.zip").read_bytes())
    at = content.rfind(b"PK\x01\x02")
    content[at + 24 : at + 28] = (10).to_bytes(4, "little")
    (scene.root / "a.zip").write_bytes(content)


def many_members(scene: Scene) -> None:
    """More members than a folder should hold."""
    with zipfile.ZipFile(scene.root / "a.zip", "w") as made:
        for number in range(6_000):
            made.writestr(f"{number}.txt", "")


def nested(scene: Scene) -> None:
    """A zip in a zip in a zip ... : only the outermost is unpacked."""
    content = b"core"
    for depth in range(50):
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr(f"{depth}.zip", content)
        content = held.getvalue()
    (scene.root / "a.zip").write_bytes(content)


def one_level(scene: Scene, results: list[CallResult]) -> None:
    """What was unpacked is the next zip, and nothing in it."""
    assert [path.name for path in (scene.root / "out").rglob("*")] == ["49.zip"]


def over_a_link(scene: Scene) -> None:
    """A good archive, and a link laid where its member would go."""
    zipped()(scene)
    (scene.root / "out").symlink_to(scene.outside)


def over_a_linked_file(scene: Scene) -> None:
    """A good archive, and a link laid with the name of its member."""
    zipped()(scene)
    (scene.root / "out").mkdir()
    (scene.root / "out/good.txt").symlink_to(scene.outside / "secret.txt")


def packed_link(scene: Scene) -> None:
    """A folder with a link to the secret, to be packed and so carried off."""
    (scene.root / "d").mkdir()
    (scene.root / "d/a.txt").write_text("a")
    (scene.root / "d/door").symlink_to(scene.outside)
    (scene.root / "d/secret.txt").symlink_to(scene.outside / "secret.txt")


def no_secret_packed(scene: Scene, results: list[CallResult]) -> None:
    """What was packed and copied holds no byte from outside, and says what was left out."""
    with zipfile.ZipFile(scene.root / "p.zip") as made:
        assert made.namelist() in (["d/", "d/a.txt"], ["d/a.txt"])
    assert not any(path.is_file() and path.name == "secret.txt" for path in (scene.root / "copy").rglob("*"))
    assert all(result.structured["warnings"] for result in results)


def dangerous(name: str, plant: Callable[[Scene], None], words: str, path: str = "a.zip") -> Attack:
    """An archive that is refused whole."""
    return Attack(name, plant, unpacked(path), refused=words)


OUT = r"leads outside|absolute|link|nothing was unpacked"

ATTACKS = (
    dangerous("zip slip", zipped("../evil.txt"), OUT),
    dangerous("zip slip from a folder", zipped("a/b/../../../evil.txt"), OUT),
    dangerous("zip slip with backslashes", zipped("..\\evil.txt"), OUT),
    dangerous("zip with an absolute name", zipped("/tmp/evil.txt"), OUT),
    dangerous("zip with a drive", zipped("C:\\evil.txt"), OUT),
    dangerous("zip with a link and a file through it", zip_link, OUT),
    dangerous("zip into the servers' own folder", zipped(".deskworld/trash/1"), "kept by the servers"),
    dangerous("zip into the servers' own folder in capitals", zipped("a/.DESKWORLD/x"), "kept by the servers"),
    dangerous("zip with two files of one name", zipped("x.txt", "x.txt"), "twice|same|nothing was unpacked"),
    dangerous("zip with a name too long", zipped("a" * 300), "over 255 bytes"),
    dangerous("zip bomb", zip_bomb, "far too much"),
    dangerous("zip bomb of overlapping members", overlapping_bomb, "far too much|not a zip"),
    dangerous("zip that lies about a size", zip_that_lies, "larger than|shorter than|not a zip"),
    dangerous("zip of thousands", many_members, "members"),
    dangerous("tar slip", tarred(("../evil.txt", tarfile.REGTYPE, "")), OUT, "a.tar"),
    dangerous("tar with an absolute name", tarred(("/tmp/evil.txt", tarfile.REGTYPE, "")), OUT, "a.tar"),
    dangerous("tar with a link out", tarred(("door", tarfile.SYMTYPE, "{out}")), OUT, "a.tar"),
    dangerous(
        "tar with a link and a file through it",
        tarred(("door", tarfile.SYMTYPE, "{out}"), ("door/evil.txt", tarfile.REGTYPE, "")),
        OUT,
        "a.tar",
    ),
    dangerous("tar with a hard link out", tarred(("secret", tarfile.LNKTYPE, "../outside/secret.txt")), OUT, "a.tar"),
    dangerous("tar with a device", tarred(("zero", tarfile.CHRTYPE, "")), "nothing was unpacked", "a.tar"),
    dangerous("tar with a pipe", tarred(("pipe", tarfile.FIFOTYPE, "")), "nothing was unpacked", "a.tar"),
    dangerous("tar bomb", gzip_bomb, "far too much", "a.tar.gz"),
    Attack("zip in a zip in a zip", nested, (unpacked("a.zip")[0],), harmless=one_level),
    Attack("unpacking into a linked folder", over_a_link, (unpacked("a.zip")[0],), refused="outside"),
    Attack(
        "unpacking over a linked file",
        over_a_linked_file,
        (("extract_archive", {"path": "a.zip", "folder": "out", "overwrite": True}),),
        refused="outside|link",
    ),
    Attack(
        "packing and copying a link out",
        packed_link,
        (
            ("archive_paths", {"paths": ["d"], "target": "p.zip"}),
            ("copy_path", {"source": "d", "destination": "copy"}),
        ),
        harmless=no_secret_packed,
    ),
)
