"""LibreOffice at hand: convert office files and calculate workbooks by one soffice kept warm for the whole process.

    convert(Path("deck.pptx"), Path("deck.pdf"))
    calculate(Path("book.xlsx"))["Q1"]["C1"]        # 3

The first job starts LibreOffice (about a second); it ends with our process, or by `close()`. Any thread may call.
Processes that we start can share it: `lend()` gives what the environment variable `DESKWORLD_OFFICE` has to say there.
"""

import atexit
import os
import shutil
import tempfile
import threading
from collections.abc import Collection, Mapping
from pathlib import Path

from ..errors import MissingProgram, RenderError
from ..kinds import kind_of
from .binding import spelled_out, split_arguments
from .lending import VARIABLE, Lender
from .newer import FUNCTIONS, NewerFunctions
from .openable import openable
from .passwords import PasswordError, change_password
from .showable import showable
from .tables import separator_of
from .values import CellError, Scalar, cell_values
from .warm import Office

__all__ = [
    "FUNCTIONS",
    "VARIABLE",
    "CellError",
    "MissingProgram",
    "Office",
    "PasswordError",
    "RenderError",
    "Scalar",
    "calculate",
    "calculate_spilling",
    "change_password",
    "close",
    "convert",
    "lend",
    "shared",
    "spelled_out",
    "split_arguments",
]

_shared = Office(lender=os.environ.get(VARIABLE, ""))
atexit.register(_shared.close)
_lender: Lender | None = None
_lending = threading.Lock()

CONVERTIBLE = ("deck", "workbook", "table", "document")


def shared() -> Office:
    """The office of this process; nothing runs until its first job."""
    return _shared


def close() -> None:
    """End the LibreOffice of this process, if one runs; the next job starts a new one."""
    _shared.close()


def lend() -> str:
    """Let other processes of this user use this process's office; gives the address for their `DESKWORLD_OFFICE`."""
    global _lender
    with _lending:
        if _lender is None:
            _lender = Lender(_shared)
            atexit.register(_lender.close)
        return _lender.address


def _forget() -> None:
    """In a forked child: nothing is lent from here."""
    global _lender, _lending
    if _lender is not None:
        _lender.forget()
    _lender, _lending = None, threading.Lock()


os.register_at_fork(after_in_child=_forget)


def convert(path: Path, target: Path, *, comments: bool = True) -> None:
    """Convert an office file to the format that the target's suffix names, such as .pdf.

    Args:
        path: The file.
        target: What to make.
        comments: Whether a text document's comments come along. LibreOffice without windows does not lay out a text
            with comments, and writes no formulas and other objects of one that is not laid out: to .docx, .doc and .rtf
            go either the comments or these.

    Raises:
        RenderError: when the file cannot be opened or cannot become that format; the target is then left as it was.
    """
    kind = kind_of(path)
    if kind not in CONVERTIBLE:
        raise RenderError(f"{path.name}: only office files and tables are converted, and this is a {kind} file")
    if not target.parent.is_dir():
        raise RenderError(f"{target}: there is no such folder to write into")
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        made = Path(folder, f"made{target.suffix}")
        details = {"separator": separator_of(path)} if kind == "table" else {}
        if kind == "document" and not comments:
            details = {"comments": False}
        looked_at = made.suffix.lower() in (".pdf", ".html", ".png")
        with showable(openable(path, Path(folder)), looked_at=looked_at) as shown:
            _shared.do("convert", shown, target=str(made), **details)
        shutil.move(made, target)


def calculate(path: Path) -> dict[str, dict[str, Scalar]]:
    """Calculate a workbook anew, whatever values it holds, and return those of its formula cells.

    They come by sheet and A1 reference; an error is a `CellError` such as `#DIV/0!`. LibreOffice keeps a plain TRUE or
    FALSE as a formula, so such cells are among them. Functions that it does not know, such as XLOOKUP, are computed
    with the extra `newer-functions`; without it, and where that fails too, their cells are `#NAME?`.
    """
    return calculate_spilling(path, {})[0]


def calculate_spilling(
    path: Path, spilling: Mapping[str, Collection[str]]
) -> tuple[dict[str, dict[str, Scalar]], dict[str, dict[str, str]]]:
    """As `calculate`, with formulas that fill the cells below and beside their own.

    Args:
        spilling: The cells of such formulas, by sheet; the cells they fill must be empty.

    Returns:
        The values, also of the cells that were filled; and the area that each spilling cell fills, by sheet and cell.
    """
    if (kind := kind_of(path)) != "workbook":
        raise RenderError(f"{path.name}: only workbooks are calculated, and this is a {kind} file")
    newer = NewerFunctions(path, spilling)
    while True:
        answer = _shared.do("calculate", path, known=newer.known)
        values = {sheet["name"]: cell_values(sheet) for sheet in answer["sheets"]}
        if newer.settle(values):
            return values, newer.spilled
