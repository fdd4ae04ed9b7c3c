"""Office files with a password: put on, changed and taken off, byte for byte; and arguments that formulas leave out."""

from __future__ import annotations

from pathlib import Path

import pytest
from deskworld_artifacts.office import PasswordError, change_password
from deskworld_artifacts.office.omitted import filled

from artifacts import samples


def test_on_changed_and_off(tmp_path: Path) -> None:
    plain, locked, again = samples.workbook(tmp_path / "a.xlsx"), tmp_path / "b.xlsx", tmp_path / "c.xlsx"
    change_password(plain, locked, "", "Zwölf 12", ".xlsx")
    assert locked.read_bytes().startswith(bytes.fromhex("d0cf11e0"))
    change_password(locked, again, "Zwölf 12", "", ".xlsx")
    assert again.read_bytes() == plain.read_bytes()
    again.unlink()
    for source, current, new, argument in (
        (plain, "", "", "new"), (plain, "x", "y", "current"), (locked, "", "x", "current"),
        (locked, "no", "", "current"),
        (plain, "", "x" * 256, "new"),
    ):  # fmt: skip
        with pytest.raises(PasswordError) as refused:
            change_password(source, again, current, new, ".xlsx")
        assert refused.value.argument == argument and not again.exists()


def test_what_is_no_office_file_gets_none(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"hello")
    with pytest.raises(PasswordError, match="is not a"):
        change_password(tmp_path / "a.docx", tmp_path / "b.docx", "", "x", ".docx")


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("=_xlfn._xlws.SORT(A1:A9,,-1)", "=_xlfn._xlws.SORT(A1:A9,1,-1)"),
        ("=SORT(A1:A9,,)", "=SORT(A1:A9)"),
        ("=SUM(_xlfn.TAKE(SORT(A1:B9,,-1),,1))", "=SUM(_xlfn.TAKE(SORT(A1:B9,1,-1),1048576,1))"),
        ("=_xlfn.EXPAND(A1:B3,,4)", "=_xlfn.EXPAND(A1:B3,3,4)"),
        ('=IF(A1="SORT(a,,b)",,1)', '=IF(A1="SORT(a,,b)",,1)'),
        ("=SORTBY(A1:A9,B1:B9,,C1:C9,-1)", "=SORTBY(A1:A9,B1:B9,1,C1:C9,-1)"),
        ("=SORT(A1:A9,,-1", "=SORT(A1:A9,,-1"),
    ],
)
def test_arguments_left_out(formula: str, said: str) -> None:
    assert filled(formula) == said
