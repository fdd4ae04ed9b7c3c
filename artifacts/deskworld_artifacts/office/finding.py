"""Where LibreOffice lies on this machine, and which Python can speak UNO to it.

The UNO bindings are built for one Python only: the one that LibreOffice brings along, or on Debian the system's
own. So the bridge runs on that Python, whatever Python we run on ourselves.
"""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from ..errors import MissingProgram

DEBIAN = (
    "apt-get install --no-install-recommends libreoffice-impress-nogui libreoffice-calc-nogui "
    "libreoffice-writer-nogui libreoffice-math-nogui python3-uno"
)
HOW_TO_INSTALL = "brew install --cask libreoffice" if sys.platform == "darwin" else DEBIAN

_MAC = "Applications/LibreOffice.app/Contents/MacOS/soffice"


@dataclass(frozen=True)
class Installation:
    """The office program and the Python that has its bindings."""

    soffice: Path
    python: Path


def find_office() -> Installation:
    """The first LibreOffice found: on the PATH, then where installers put it."""
    for soffice in _candidates():
        if soffice.is_file():
            return Installation(*_programs(soffice.resolve()))
    raise MissingProgram(f"LibreOffice is not installed; install it with: {HOW_TO_INSTALL}")


def _candidates() -> list[Path]:
    on_path = [Path(found) for name in ("soffice", "libreoffice") if (found := shutil.which(name))]
    usual = [Path("/usr/lib/libreoffice/program/soffice"), Path("/usr/lib64/libreoffice/program/soffice")]
    newest_first = sorted(Path("/opt").glob("libreoffice*/program/soffice"), reverse=True)
    return [*on_path, *usual, *newest_first, Path("/", _MAC), Path.home() / _MAC]


def _programs(soffice: Path) -> tuple[Path, Path]:
    if sys.platform == "darwin":
        return soffice, soffice.parent.parent / "Resources" / "python"
    # `soffice` is a shell script around `soffice.bin`; the program itself is one process, which can be ended for sure.
    program = soffice.with_name("soffice.bin")
    own = soffice.with_name("python")
    return (program if program.is_file() else soffice), (own if own.is_file() else Path("/usr/bin/python3"))
