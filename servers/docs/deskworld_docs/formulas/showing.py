"""Whether formulas are seen on pages that are laid out here: LibreOffice draws them by a part that may be missing."""

from __future__ import annotations

import sys
from functools import cache

from deskworld_docs.markup import deep
from deskworld_docs.opening import Paper


def unseen(paper: Paper) -> list[str]:
    """A warning where a document has formulas and LibreOffice can't draw them."""
    count = sum(1 for _ in deep(paper.document.element, "m:oMath"))
    if not count or draws_formulas():
        return []
    said = "its formula is" if count == 1 else f"its {count} formulas are"
    return [f"{said} in the file, but not shown: LibreOffice has no Math here (apt-get install libreoffice-math-nogui)"]


@cache
def draws_formulas() -> bool:
    """Whether the LibreOffice of this machine has its Math."""
    from deskworld_artifacts.errors import MissingProgram
    from deskworld_artifacts.office.finding import find_office

    if not sys.platform.startswith("linux"):  # elsewhere it comes whole
        return True
    try:
        return any(find_office().soffice.parent.glob("libsmlo.*"))
    except MissingProgram:
        return True
