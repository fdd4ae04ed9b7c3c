"""LibreOffice at hand: what it calculates and converts, and what it says of files that it cannot use."""

import http.server
import sys
import threading
import time
from pathlib import Path

import docx
import openpyxl
import pytest
from deskworld_artifacts import CellError, MissingProgram, RenderError, calculate, convert, inspect, office
from deskworld_artifacts.office import Office, process
from deskworld_artifacts.office.finding import Installation, find_office
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from artifacts import samples


def test_every_kind_of_value(tmp_path: Path) -> None:
    values = calculate(samples.workbook(tmp_path / "book.xlsx"))
    expected = {place: value for place, (_, value) in samples.FORMULAS.items()}
    assert values["Q1"] == expected
    assert {place: type(value) for place, value in values["Q1"].items()} == {
        place: CellError if str(value).startswith("#") else type(value) for place, value in expected.items()
    }
    assert values["O'Neil & Söhne"] == {"B2": "日本"}
    assert values["Behind"] == {}


def test_what_the_file_claims_is_calculated_anew(tmp_path: Path) -> None:
    xlsxwriter = pytest.importorskip("xlsxwriter")
    book = xlsxwriter.Workbook(tmp_path / "stale.xlsx")
    sheet = book.add_worksheet("S")
    sheet.write("A1", 20)
    sheet.write_formula("B1", "=A1*2", None, 999)
    book.close()
    assert calculate(tmp_path / "stale.xlsx") == {"S": {"B1": 40}}


def test_a_hundred_thousand_formulas(tmp_path: Path) -> None:
    path = samples.grid(tmp_path / "big.xlsx", rows=10_000, formulas=10)
    calculate(samples.workbook(tmp_path / "warm.xlsx"))
    start = time.perf_counter()
    values = calculate(path)["Grid"]
    seconds = time.perf_counter() - start
    assert len(values) == 100_000
    assert values["J10000"] == 90_000 and values["K10000"] == CellError("#DIV/0!")
    assert seconds < 10  # 0.6 s on a quiet machine


def test_scattered_formulas(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in range(1, 60, 2):
        for column in range(1, 60, 2):
            sheet.cell(row, column, f"={row}*{column}" if row % 3 else "=1/0")
    sheet["XFD1048576"] = "=6*7"
    book.save(tmp_path / "scattered.xlsx")
    values = calculate(tmp_path / "scattered.xlsx")["Sheet"]
    assert len(values) == 30 * 30 + 1
    assert values["A1"] == 1 and values["C3"] == "#DIV/0!" and values["E5"] == 25 and values["XFD1048576"] == 42


def test_functions_that_libreoffice_does_not_know(tmp_path: Path) -> None:
    pytest.importorskip("formulas")
    book = openpyxl.Workbook()
    prices = book.worksheets[0]
    prices.title = "Price list"
    for row in (("pear", 3), ("apple", 2), ("plum", "=A9+5")):
        prices.append(row)
    sheet = book.create_sheet("Bill")
    sheet["A1"] = "plum"
    cells = {
        "B1": ("=_xlfn.XLOOKUP(A1,'Price list'!A1:A3,'Price list'!B1:B3)", 5),
        "B2": ("=B1*2", 10),
        "B3": ("=_xlfn.XLOOKUP(\"fig\",'Price list'!A:A,'Price list'!B:B,\"none\")", "none"),
        "B4": ("=IFERROR(B5,0)", 7),
        "B5": ("=_xlfn.LET(x,B1,x+2)", 7),
        "B6": ("=SUM(_xlfn._xlws.FILTER('Price list'!B1:B3,'Price list'!B1:B3>2))", 8),
        "B7": ("=_xlfn.XLOOKUP(\"fig\",'Price list'!A1:A3,'Price list'!B1:B3)", "#N/A"),
        "B8": ("=ISNA(B7)", True),
        "B9": ("=XLOOKUP(A1,Fruit,Fruit)", "#NAME?"),  # no prefix: unknown to Excel as well
        "B11": ("=_xlfn.XLOOKUP(B4,B1:B2,B1:B2,B12)", "far"),
        "B12": ('=_xlfn.TEXTBEFORE("far-off","-")', "far"),
        "B10": ("=_xlfn.XLOOKUP(A1,Fruit,'Price list'!B1:B3)", 5),
    }
    for place, (formula, _) in cells.items():
        sheet[place] = formula
    sheet["D1"] = ArrayFormula("D1:D4", "=_xlfn._xlws.SORT('Price list'!A1:A3)")
    book.defined_names["Fruit"] = DefinedName("Fruit", attr_text="'Price list'!$A$1:$A$3")
    book.save(tmp_path / "new.xlsx")
    values = calculate(tmp_path / "new.xlsx")["Bill"]
    spilled = {"D1": "apple", "D2": "pear", "D3": "plum", "D4": "#N/A"}
    assert values == {place: value for place, (_, value) in cells.items()} | spilled


def test_nothing_is_fetched(tmp_path: Path) -> None:
    asked: list[str] = []

    class Web(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        (tmp_path / "secret.csv").write_text("secret")
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet["A1"] = f'=_xlfn.WEBSERVICE("http://127.0.0.1:{web.server_port}/leak")'
        sheet["A2"] = f"='file://{tmp_path}/secret.csv'#$secret.A1"
        book.save(tmp_path / "curious.xlsx")
        values = calculate(tmp_path / "curious.xlsx")["Sheet"]
        web.shutdown()
    assert asked == []
    assert all(isinstance(value, CellError) for value in values.values())


@pytest.mark.parametrize(
    "name", ["-v.xlsx", "記帳本 😀.xlsx", "it's [a] 100%25 #1?.xlsx", "B\u00e4r.xlsx", "Ba\u0308r.xlsx"]
)
def test_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    path = samples.workbook(Path(name))
    before = path.read_bytes()
    assert calculate(path)["Q1"]["C1"] == 3
    convert(path, Path(name + ".pdf"))
    assert Path(name + ".pdf").read_bytes().startswith(b"%PDF-")
    assert path.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {name, name + ".pdf"}  # no lock file, nothing half-done


def test_formats(tmp_path: Path) -> None:
    book = samples.workbook(tmp_path / "book.xlsx")
    convert(book, tmp_path / "book.ods")
    assert calculate(tmp_path / "book.ods")["Q1"]["C1"] == 3
    convert(samples.deck(tmp_path / "deck.pptx"), tmp_path / "deck.odp")
    convert(samples.document(tmp_path / "text.docx"), tmp_path / "text.txt")
    assert "Chapter 2" in (tmp_path / "text.txt").read_text()
    with pytest.raises(RenderError, match=r"cannot become \.pptx; it can become \.pdf, \.xlsx"):
        convert(book, tmp_path / "book.pptx")
    assert not (tmp_path / "book.pptx").exists()
    with pytest.raises(RenderError, match="no such folder"):
        convert(book, tmp_path / "nowhere" / "book.pdf")


def test_comments_live_through_every_format_of_texts(tmp_path: Path) -> None:
    """The office without windows has nothing to show a comment in: none is shown, none is lost, and it stays warm."""
    text = docx.Document()
    words = [text.add_paragraph().add_run("Quarterly text"), text.add_table(1, 1).cell(0, 0).paragraphs[0].add_run("x")]
    for n, run in enumerate(words):
        text.add_comment(run, text=f"Check this {n}", author="Noor")
    # What is taken out while changes are tracked would only be struck out.
    text.settings.element.insert(0, parse_xml(f"<w:trackRevisions {nsdecls('w')}/>"))
    text.save(str(tmp_path / "first.docx"))
    samples.document(tmp_path / "warm.docx")
    convert(tmp_path / "warm.docx", tmp_path / "warm.pdf")
    pid = office.shared().pid
    for suffix in (".doc", ".rtf", ".odt", ".docx"):
        convert(tmp_path / "first.docx", tmp_path / f"a{suffix}")
        convert(tmp_path / f"a{suffix}", tmp_path / f"a{suffix}.pdf")
        pdf = inspect(tmp_path / f"a{suffix}.pdf")
        assert "Quarterly text" in pdf.text and "Check this" not in pdf.text  # pyright: ignore
        convert(tmp_path / f"a{suffix}", tmp_path / f"a{suffix}.docx")
        again = docx.Document(str(tmp_path / f"a{suffix}.docx"))
        assert sorted(one.text.strip() for one in again.comments) == ["Check this 0", "Check this 1"]
    assert office.shared().pid == pid


@pytest.mark.parametrize("kind", ["comment", "footnote", "endnote"])
def test_a_mark_that_leads_nowhere_is_no_damage(tmp_path: Path, kind: str) -> None:
    text = docx.Document()
    paragraph = text.add_paragraph("Said")
    paragraph._p.append(parse_xml(f'<w:r {nsdecls("w")}><w:{kind}Reference w:id="7"/></w:r>'))
    text.save(str(tmp_path / "a.docx"))
    convert(tmp_path / "a.docx", tmp_path / "a.pdf")
    assert inspect(tmp_path / "a.pdf").text.startswith("Said")  # pyright: ignore
    found = [(one.kind, one.block) for one in inspect(tmp_path / "a.docx").findings]  # pyright: ignore
    assert found == ([("broken_note", 1)] if kind != "comment" else [])


def test_each_bad_file_has_its_own_error(tmp_path: Path) -> None:
    book = samples.workbook(tmp_path / "book.xlsx")
    (tmp_path / "table.xlsx").write_text("a,b\n1,2\n")
    (tmp_path / "empty.xlsx").touch()
    (tmp_path / "text.xlsx").write_bytes(samples.document(tmp_path / "text.docx").read_bytes())
    (tmp_path / "old.xlsx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(1024, b"\0"))
    samples.encrypted(tmp_path / "locked.xlsx")
    samples.truncated(tmp_path / "half.xlsx", book)
    samples.hollow(tmp_path / "hollow.xlsx", book)
    errors = {
        "table.xlsx": "no .xlsx file but plain text",
        "empty.xlsx": "empty (0 bytes)",
        "text.xlsx": "no .xlsx file but a .docx",
        "old.xlsx": "an old binary Office file (.xls, .doc or .ppt)",
        "locked.xlsx": "protected by a password",
        "half.xlsx": "damaged: its zip archive is not whole",
        "hollow.xlsx": "LibreOffice cannot open it",
        "missing.xlsx": "no such file",
        "text.docx": "only workbooks are calculated",
    }
    for name, words in errors.items():
        with pytest.raises(RenderError) as caught:
            calculate(tmp_path / name)
        assert name in str(caught.value) and words in str(caught.value)


def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = find_office()
    # A Python without LibreOffice's bindings stands for a machine without them.
    monkeypatch.setattr(process, "find_office", lambda: Installation(found.soffice, Path(sys.executable)))
    with pytest.raises(MissingProgram, match=r"bindings.*install"):
        Office().do("ping", tmp_path)
    monkeypatch.setattr("deskworld_artifacts.office.finding._candidates", list)
    monkeypatch.setattr(process, "find_office", find_office)
    with pytest.raises(MissingProgram, match="LibreOffice is not installed; install it with"):
        Office().do("ping", tmp_path)
