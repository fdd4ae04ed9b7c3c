"""Parts that no library here writes, planted by hand into a workbook: what Excel and its add-ins leave in files."""

from __future__ import annotations

import zipfile
from pathlib import Path

from servers.sheets import samples

REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MS = "http://schemas.microsoft.com/office"
M = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
X14 = f'xmlns:x14="{MS}/spreadsheetml/2009/9/main"'
R = f'xmlns:r="{REL}"'

PARTS = {
    "xl/threadedComments/threadedComment1.xml": (
        f'<ThreadedComments xmlns="{MS}/spreadsheetml/2018/threadedcomments"><threadedComment ref="B4" '
        'dT="2026-01-05T09:00:00.00" personId="{11111111-1111-1111-1111-111111111111}" '
        'id="{22222222-2222-2222-2222-222222222222}"><text>Is this right?</text></threadedComment></ThreadedComments>',
        "application/vnd.ms-excel.threadedcomments+xml",
    ),
    "xl/persons/person.xml": (
        f'<personList xmlns="{MS}/spreadsheetml/2018/threadedcomments"><person displayName="Noor Haddad" '
        'id="{11111111-1111-1111-1111-111111111111}" userId="noor" providerId="None"/></personList>',
        "application/vnd.ms-excel.person+xml",
    ),
    "xl/slicers/slicer1.xml": (
        f'<slicers xmlns="{MS}/spreadsheetml/2009/9/main"><slicer name="Name" cache="Slicer_Name" caption="Name" '
        'rowHeight="241300"/></slicers>',
        "application/vnd.ms-excel.slicer+xml",
    ),
    "xl/slicerCaches/slicerCache1.xml": (
        f'<slicerCacheDefinition xmlns="{MS}/spreadsheetml/2009/9/main" name="Slicer_Name" sourceName="Name"/>',
        "application/vnd.ms-excel.slicerCache+xml",
    ),
    "xl/timelines/timeline1.xml": (
        f'<timelines xmlns="{MS}/spreadsheetml/2010/11/main"><timeline name="Day" cache="Timeline_Day" caption="Day"/>'
        "</timelines>",
        "application/vnd.ms-excel.timeline+xml",
    ),
    "xl/timelineCaches/timelineCache1.xml": (
        f'<timelineCacheDefinition xmlns="{MS}/spreadsheetml/2010/11/main" name="Timeline_Day" sourceName="Day"/>',
        "application/vnd.ms-excel.timelineCache+xml",
    ),
    "xl/externalLinks/externalLink1.xml": (
        f'<externalLink {M}><externalBook {R} r:id="rId1"><sheetNames><sheetName val="Far"/></sheetNames>'
        "</externalBook></externalLink>",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml",
    ),
    "xl/connections.xml": (
        f'<connections {M}><connection id="1" name="Query" type="5" refreshedVersion="6"/></connections>',
        "application/vnd.openxmlformats-officedocument.spreadsheetml.connections+xml",
    ),
    "xl/queryTables/queryTable1.xml": (
        f'<queryTable {M} name="Query" connectionId="1" autoFormatId="16"/>',
        "application/vnd.openxmlformats-officedocument.spreadsheetml.queryTable+xml",
    ),
    "xl/ink/ink1.xml": (
        "<ink xmlns='http://www.w3.org/2003/InkML'><trace>1 2, 3 4</trace></ink>",
        "application/inkml+xml",
    ),
    "xl/pivotCache/pivotCacheDefinition1.xml": (
        f'<pivotCacheDefinition {M} {R} r:id="rId1" refreshedBy="Excel" recordCount="1"><cacheSource type="worksheet">'
        '<worksheetSource ref="A1:B11" sheet="Data"/></cacheSource><cacheFields count="2"><cacheField name="Name">'
        '<sharedItems count="1"><s v="n1"/></sharedItems></cacheField><cacheField name="One"><sharedItems '
        'containsSemiMixedTypes="0" containsString="0" containsNumber="1" minValue="1" maxValue="1"/></cacheField>'
        "</cacheFields></pivotCacheDefinition>",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml",
    ),
    "xl/pivotCache/pivotCacheRecords1.xml": (
        f'<pivotCacheRecords {M} count="1"><r><x v="0"/><n v="1"/></r></pivotCacheRecords>',
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheRecords+xml",
    ),
    "xl/pivotTables/pivotTable1.xml": (
        f'<pivotTableDefinition {M} name="Foreign" cacheId="1" dataCaption="Values"><location ref="A30:B32" '
        'firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="2"><pivotField axis="axisRow" '
        'showAll="0"><items count="2"><item x="0"/><item t="default"/></items></pivotField><pivotField dataField="1" '
        'showAll="0"/></pivotFields><rowFields count="1"><field x="0"/></rowFields><rowItems count="2"><i><x/></i>'
        '<i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems><dataFields count="1"><dataField '
        'name="Sum of One" fld="1" baseField="0" baseItem="0"/></dataFields></pivotTableDefinition>',
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotTable+xml",
    ),
    "xl/oddities/odd1.bin": ("\x00\x01nobody knows", "application/x-odd"),
}

# Where each hangs: the part that names it, the kind of the relationship, the part.
RELATIONS = (
    ("xl/worksheets/sheet1.xml", "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
     "xl/threadedComments/threadedComment1.xml"),
    ("xl/workbook.xml", "http://schemas.microsoft.com/office/2017/10/relationships/person", "xl/persons/person.xml"),
    ("xl/worksheets/sheet1.xml", f"{MS}/2007/relationships/slicer", "xl/slicers/slicer1.xml"),
    ("xl/workbook.xml", f"{MS}/2007/relationships/slicerCache", "xl/slicerCaches/slicerCache1.xml"),
    ("xl/worksheets/sheet1.xml", f"{MS}/2011/relationships/timeline", "xl/timelines/timeline1.xml"),
    ("xl/workbook.xml", f"{MS}/2011/relationships/timelineCache", "xl/timelineCaches/timelineCache1.xml"),
    ("xl/workbook.xml", f"{REL}/externalLink", "xl/externalLinks/externalLink1.xml"),
    ("xl/workbook.xml", f"{REL}/connections", "xl/connections.xml"),
    ("xl/worksheets/sheet2.xml", f"{REL}/queryTable", "xl/queryTables/queryTable1.xml"),
    ("xl/drawings/drawing1.xml", f"{REL}/customXml", "xl/ink/ink1.xml"),
    ("xl/workbook.xml", f"{REL}/pivotCacheDefinition", "xl/pivotCache/pivotCacheDefinition1.xml"),
    ("xl/pivotCache/pivotCacheDefinition1.xml", f"{REL}/pivotCacheRecords", "xl/pivotCache/pivotCacheRecords1.xml"),
    ("xl/worksheets/sheet2.xml", f"{REL}/pivotTable", "xl/pivotTables/pivotTable1.xml"),
    ("xl/pivotTables/pivotTable1.xml", f"{REL}/pivotCacheDefinition", "xl/pivotCache/pivotCacheDefinition1.xml"),
    ("xl/worksheets/sheet2.xml", "http://example.com/relationships/oddity", "xl/oddities/odd1.bin"),
)  # fmt: skip

_VALIDATION = (
    f'<ext uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}" {X14}><x14:dataValidations '
    f'xmlns:xm="{MS}/excel/2006/main" count="1"><x14:dataValidation type="list" allowBlank="1"><x14:formula1>'
    "<xm:f>'Other side'!$A$1:$C$1</xm:f></x14:formula1><xm:sqref>C5:C9</xm:sqref></x14:dataValidation>"
    "</x14:dataValidations></ext>"
)
_SLICERS = (
    f'<ext uri="{{A8765BA9-456A-4dab-B4F3-ACF838C121DE}}" {X14}><x14:slicerList><x14:slicer r:id="rIdS"/>'
    "</x14:slicerList></ext>"
)


def by_excel(path: Path, *, macros: bool = False) -> None:
    """A workbook as people have them: what xlsxwriter makes, and every planted part."""
    samples.by_xlsxwriter(path, macros=macros)
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}

    def edit(name: str, old: str, new: str) -> None:
        text = parts[name].decode()
        assert old in text, (name, old)
        parts[name] = text.replace(old, new, 1).encode()

    for name, (text, _) in PARTS.items():
        parts[name] = text.encode()
    for number, (home, kind, target) in enumerate(RELATIONS):
        folder, _, file = home.rpartition("/")
        rels = f"{folder}/_rels/{file}.rels"
        if rels not in parts:
            parts[rels] = (
                b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships '
                b'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
            )
        identity = {"xl/slicers/slicer1.xml": "rIdS", "xl/pivotCache/pivotCacheRecords1.xml": "rId1"}.get(
            target, f"rIdX{number}"
        )
        edit(
            rels,
            "</Relationships>",
            f'<Relationship Id="{identity}" Type="{kind}" Target="/{target}"/></Relationships>',
        )
    parts["xl/externalLinks/_rels/externalLink1.xml.rels"] = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{REL}/externalLinkPath" Target="far.xlsx" TargetMode="External"/></Relationships>'
    ).encode()
    cache = next(number for number, (_, _, target) in enumerate(RELATIONS) if "pivotCacheDefinition" in target)
    link = next(number for number, (_, _, target) in enumerate(RELATIONS) if "externalLink" in target)
    edit("xl/workbook.xml", "<definedNames>",
         f'<externalReferences><externalReference r:id="rIdX{link}"/></externalReferences><definedNames>')  # fmt: skip
    edit("xl/workbook.xml", "</workbook>",
         f'<pivotCaches><pivotCache cacheId="1" r:id="rIdX{cache}"/></pivotCaches></workbook>')  # fmt: skip
    edit("xl/worksheets/sheet1.xml", "<extLst>", f"<extLst>{_VALIDATION}{_SLICERS}")
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, (_, kind) in PARTS.items())
    edit("[Content_Types].xml", "</Types>", f"{overrides}</Types>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)


def by_google(path: Path) -> None:
    """As Google exports it: texts in the cells, no shared table, rows without styles, a few attributes of its own."""
    from xml.sax.saxutils import escape

    rows = [["Item", "Cost"], ["Tea & co", 3.5], ["Milk", 1.25]]
    cells = "".join(
        f'<row r="{at}" customFormat="false" ht="15.75">'
        + "".join(
            f'<c r="{"AB"[column]}{at}" s="1" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
            if isinstance(value, str)
            else f'<c r="{"AB"[column]}{at}" s="1"><v>{value}</v></c>'
            for column, value in enumerate(row)
        )
        + "</row>"
        for at, row in enumerate(rows, 1)
    )
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    rels = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default ContentType="application/xml" Extension="xml"/><Default ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml" Extension="rels"/>'
        f'<Override ContentType="{types}.worksheet+xml" PartName="/xl/worksheets/sheet1.xml"/>'
        f'<Override ContentType="{types}.styles+xml" PartName="/xl/styles.xml"/>'
        f'<Override ContentType="{types}.sheet.main+xml" PartName="/xl/workbook.xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{rels}"><Relationship Id="rId1" Type="{REL}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{rels}"><Relationship Id="rId1" Type="{REL}/styles" '
        f'Target="styles.xml"/><Relationship Id="rId2" Type="{REL}/worksheet" Target="worksheets/sheet1.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook {M} {R} xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main">'
        '<workbookPr/><sheets><sheet state="visible" name="Blad 1" sheetId="1" r:id="rId2"/></sheets><definedNames/>'
        "<calcPr/></workbook>",
        "xl/styles.xml": f'<styleSheet {M}><fonts count="1"><font><sz val="10.0"/><color rgb="FF000000"/>'
        '<name val="Arial"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill '
        'patternType="none"/></fill><fill><patternFill patternType="lightGray"/></fill></fills><borders count="1">'
        '<border/></borders><cellStyleXfs count="1"><xf borderId="0" fillId="0" fontId="0" numFmtId="0"/>'
        '</cellStyleXfs><cellXfs count="2"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0"/><xf '
        'borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0" applyAlignment="1"><alignment readingOrder="0"/></xf>'
        '</cellXfs><cellStyles count="1"><cellStyle xfId="0" name="Normal" builtinId="0"/></cellStyles><dxfs '
        'count="0"/></styleSheet>',
        "xl/worksheets/sheet1.xml": f'<worksheet {M} {R}><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/>'
        '</sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" '
        f'defaultColWidth="12.63" defaultRowHeight="15.75"/><sheetData>{cells}</sheetData></worksheet>',
    }  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name, head + text)
