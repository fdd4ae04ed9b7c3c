"""A deck from nothing: the parts of a PowerPoint package, written from a look.

Every part is drawn here from the data in `looks`, so there is no binary template to drift from its description: theme,
master, layouts, notes master, table style and properties. The bytes are the same on every machine; the only date in
them is the one the caller gives.
"""

from __future__ import annotations

from datetime import datetime
from xml.sax.saxutils import escape

from deskworld_artifacts.blank import CORE, HEAD, OFFICE, package_of, properties_of, relations_xml, types_xml

from deskworld_slides.looks import (
    BODY_BOX,
    FOOTERS,
    LOOKS,
    MASTER_DECORATIONS,
    NARROW_FOOTERS,
    PAGE,
    TITLE_BOX,
    Box,
    Decoration,
    Layout,
    Look,
    Slot,
    layouts,
)

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NS = f'xmlns:a="{_A}" xmlns:r="{_R}" xmlns:p="{_P}"'
_PML = f"{OFFICE}.presentationml"
_TREE = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0"'
    ' y="0"/>'
    '<a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
_PLAIN_MAP = 'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"'
_DARK_MAP = 'bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2"'
_ACCENT_MAP = (
    'accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" '
    'hlink="hlink" folHlink="folHlink"'
)
TABLE_STYLE = "{8A2D4C10-5B7E-4F3A-9C61-D0E5A7B3F124}"
_BODY_SIZES = (20, 18, 16, 14, 14, 14, 14, 14, 14)
_MARKS = "•–•–•–•–•"


def blank_deck(look: str, now: datetime) -> bytes:
    """A package with no slide, in the look named, dated `now`."""
    chosen = LOOKS[look]
    drawn = layouts(chosen)
    count = len(drawn)
    parts: dict[str, str] = {
        "[Content_Types].xml": _content_types(count),
        **properties_of("ppt/presentation.xml", now),
        "ppt/presentation.xml": _presentation(),
        "ppt/_rels/presentation.xml.rels": relations_xml(
            ("slideMaster", "slideMasters/slideMaster1.xml"),
            ("notesMaster", "notesMasters/notesMaster1.xml"),
            ("presProps", "presProps.xml"),
            ("viewProps", "viewProps.xml"),
            ("theme", "theme/theme1.xml"),
            ("tableStyles", "tableStyles.xml"),
        ),
        "ppt/presProps.xml": f"{HEAD}<p:presentationPr {_NS}/>",
        "ppt/viewProps.xml": f"{HEAD}<p:viewPr {_NS}/>",
        "ppt/tableStyles.xml": _table_styles(),
        "ppt/theme/theme1.xml": _theme(chosen),
        "ppt/theme/theme2.xml": _theme(LOOKS["light"]),
        "ppt/slideMasters/slideMaster1.xml": _master(chosen, count),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations_xml(
            *(("slideLayout", f"../slideLayouts/slideLayout{n}.xml") for n in range(1, count + 1)),
            ("theme", "../theme/theme1.xml"),
        ),
        "ppt/notesMasters/notesMaster1.xml": _notes_master(),
        "ppt/notesMasters/_rels/notesMaster1.xml.rels": relations_xml(("theme", "../theme/theme2.xml")),
    }
    for number, layout in enumerate(drawn, 1):
        parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = _layout(layout)
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relations_xml(
            ("slideMaster", "../slideMasters/slideMaster1.xml")
        )
    return package_of(parts)


def _content_types(count: int) -> str:
    return types_xml({
        "ppt/presentation.xml": f"{_PML}.presentation.main+xml",
        "ppt/presProps.xml": f"{_PML}.presProps+xml",
        "ppt/viewProps.xml": f"{_PML}.viewProps+xml",
        "ppt/tableStyles.xml": f"{_PML}.tableStyles+xml",
        "ppt/theme/theme1.xml": f"{OFFICE}.theme+xml",
        "ppt/theme/theme2.xml": f"{OFFICE}.theme+xml",
        "ppt/slideMasters/slideMaster1.xml": f"{_PML}.slideMaster+xml",
        "ppt/notesMasters/notesMaster1.xml": f"{_PML}.notesMaster+xml",
        **{f"ppt/slideLayouts/slideLayout{n}.xml": f"{_PML}.slideLayout+xml" for n in range(1, count + 1)},
        **CORE,
    })  # fmt: skip


def _presentation() -> str:
    levels = "".join(
        f'<a:lvl{n}pPr marL="{(n - 1) * 457200}" algn="l"><a:defRPr sz="1800"'
        f' kern="1200">{_solid("tx1")}{_font("mn")}</a:defRPr>'
        f"</a:lvl{n}pPr>"
        for n in range(1, 10)
    )
    return (
        f'{HEAD}<p:presentation {_NS} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648"'
        f' r:id="rId1"/>'
        '</p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst><p:sldIdLst/>'
        f'<p:sldSz cx="{_emu(PAGE[0])}" cy="{_emu(PAGE[1])}"/><p:notesSz cx="6858000" cy="9144000"/>'
        f"<p:defaultTextStyle><a:defPPr><a:defRPr/></a:defPPr>{levels}</p:defaultTextStyle></p:presentation>"
    )


def _theme(look: Look) -> str:
    colors = "".join(f'<a:{key}><a:srgbClr val="{value}"/></a:{key}>' for key, value in look.colors.items())
    fonts = "".join(
        f'<a:{slot}><a:latin typeface="{font}"/><a:ea typeface=""/><a:cs typeface=""/></a:{slot}>'
        for slot, font in (("majorFont", look.heading_font), ("minorFont", look.body_font))
    )
    solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    lines = "".join(f'<a:ln w="{w}">{solid}<a:prstDash val="solid"/></a:ln>' for w in (9525, 19050, 28575))
    return (
        f'{HEAD}<a:theme xmlns:a="{_A}" name="{look.name}"><a:themeElements><a:clrScheme name="{look.name}">{colors}'
        f'</a:clrScheme><a:fontScheme name="{look.name}">{fonts}</a:fontScheme><a:fmtScheme name="{look.name}">'
        f"<a:fillStyleLst>{solid * 3}</a:fillStyleLst><a:lnStyleLst>{lines}</a:lnStyleLst><a:effectStyleLst>"
        f"{'<a:effectStyle><a:effectLst/></a:effectStyle>' * 3}</a:effectStyleLst><a:bgFillStyleLst>{solid * 3}"
        "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )


def _master(look: Look, count: int) -> str:
    shapes = [_decoration(d, n) for n, d in enumerate(MASTER_DECORATIONS, 20)]
    shapes.append(_slot(Slot("title", "Title", 0, TITLE_BOX, "Click to add a title", anchor="b"), 2))
    shapes.append(_slot(Slot("body", "Text", 1, BODY_BOX, "Click to add text"), 3))
    shapes += [_slot(slot, n, "tx1") for n, slot in enumerate(FOOTERS, 4)]
    ids = "".join(f'<p:sldLayoutId id="{2147483648 + n}" r:id="rId{n}"/>' for n in range(1, count + 1))
    mapping = _DARK_MAP if look.dark else _PLAIN_MAP
    title_color = "tx1" if look.dark else "tx2"
    title = (
        '<a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:spcBef><a:spcPts val="0"/></a:spcBef>'
        "<a:buNone/>"
        f'<a:defRPr sz="3000" b="1" kern="1200">{_solid(title_color)}{_font("mj")}</a:defRPr></a:lvl1pPr>'
    )
    body = "".join(_level(n, size) for n, size in enumerate(_BODY_SIZES))
    other = "".join(
        f'<a:lvl{n}pPr marL="{(n - 1) * 457200}"><a:defRPr sz="1800">{_solid("tx1")}{_font("mn")}</a:defRPr>'
        f"</a:lvl{n}pPr>"
        for n in range(1, 10)
    )
    return (
        f"{HEAD}<p:sldMaster {_NS}><p:cSld><p:bg><p:bgPr>{_solid('bg1')}<a:effectLst/></p:bgPr></p:bg>"
        f"<p:spTree>{_TREE}"
        f"{''.join(shapes)}</p:spTree></p:cSld><p:clrMap {mapping} {_ACCENT_MAP}/><p:sldLayoutIdLst>{ids}"
        f"</p:sldLayoutIdLst><p:txStyles><p:titleStyle>{title}</p:titleStyle><p:bodyStyle>{body}</p:bodyStyle>"
        f"<p:otherStyle>{other}</p:otherStyle></p:txStyles></p:sldMaster>"
    )


def _level(number: int, size: int) -> str:
    """One level of the body: hanging mark in the first accent, smaller and closer the deeper it is."""
    indent = 228600
    before = 900 if number == 0 else 500
    return (
        f'<a:lvl{number + 1}pPr marL="{indent * (number + 1)}" indent="-{indent}" algn="l"><a:lnSpc>'
        f'<a:spcPct val="100000"/>'
        f'</a:lnSpc><a:spcBef><a:spcPts val="{before}"/></a:spcBef><a:buClr><a:schemeClr val="accent1"/></a:buClr>'
        f'<a:buFont typeface="Arial"/><a:buChar char="{_MARKS[number]}"/><a:defRPr sz="{size * 100}" kern="1200">'
        f"{_solid('tx1')}{_font('mn')}</a:defRPr></a:lvl{number + 1}pPr>"
    )


def _layout(layout: Layout) -> str:
    shapes = [_decoration(d, n) for n, d in enumerate(layout.decorations, 20)]
    shapes += [_slot(slot, n) for n, slot in enumerate(layout.slots, 2)]
    footers = NARROW_FOOTERS if layout.narrow_footers else FOOTERS
    shapes += [_slot(slot, 10 + n, layout.footer_color) for n, slot in enumerate(footers)]
    ground = f"<p:bg><p:bgPr>{_solid(layout.background)}<a:effectLst/></p:bgPr></p:bg>" if layout.background else ""
    kind = "" if layout.kind == "cust" else f' type="{layout.kind}"'
    hidden = "" if layout.master_shapes else ' showMasterSp="0"'
    return (
        f'{HEAD}<p:sldLayout {_NS}{hidden}{kind} preserve="1"><p:cSld name="{layout.name}">{ground}<p:spTree>{_TREE}'
        f"{''.join(shapes)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


def _slot(slot: Slot, number: int, color: str = "") -> str:
    """A placeholder; footers hold their field and, on the master and on coloured layouts, their own colour."""
    footer = slot.kind in ("dt", "ftr", "sldNum")
    kind = f' type="{slot.kind}"' if slot.kind else ""
    index = f' idx="{slot.index}"' if slot.index else ""
    size = ' sz="quarter"' if footer else ""
    anchor = "ctr" if footer else slot.anchor
    body = (f' anchor="{anchor}"' if anchor else "") + (
        ' lIns="0" tIns="0" rIns="0" bIns="0"' if slot.kind not in ("pic",) else ""
    )
    fit = "<a:normAutofit/>" if not footer else ""
    run = (f' sz="{round(slot.size * 100)}"' if slot.size else "") + (
        f' b="{int(slot.bold)}"' if slot.bold is not None else ""
    )
    run += ' i="1"' if slot.italic else ""
    font = _font("mn") if footer else ""  # LibreOffice takes a footer's font from nowhere else
    ink = _solid(color or slot.color) if color or slot.color else ""
    paragraph = (f' algn="{slot.align}"' if slot.align else "") + ("" if slot.bullets else ' marL="0" indent="0"')
    mark = "" if slot.bullets else "<a:buNone/>"
    style = f"<a:lvl1pPr{paragraph}>{mark}<a:defRPr{run}>{ink}{font}</a:defRPr></a:lvl1pPr>"
    text = {
        "sldNum": '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">'
        '<a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld>',
        "dt": "",
        "ftr": "",
    }.get(slot.kind, f'<a:r><a:rPr lang="en-US"/><a:t>{escape(slot.prompt)}</a:t></a:r>')
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{slot.name} Placeholder"/><p:cNvSpPr><a:spLocks noGrp="1"/>'
        f"</p:cNvSpPr>"
        f"<p:nvPr><p:ph{kind}{size}{index}/></p:nvPr></p:nvSpPr><p:spPr>{_frame(slot.box)}"
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr{body}>{fit}</a:bodyPr>'
        f"<a:lstStyle>{style}</a:lstStyle><a:p>{text}</a:p></p:txBody></p:sp>"
    )


def _decoration(drawn: Decoration, number: int) -> str:
    fill = f'<a:solidFill><a:schemeClr val="{drawn.color}">{_alpha(drawn.opacity)}</a:schemeClr></a:solidFill>'
    return (
        f'<p:sp userDrawn="1"><p:nvSpPr><p:cNvPr id="{number}" name="Decoration {number - 19}"/><p:cNvSpPr/>'
        f'<p:nvPr userDrawn="1"/>'
        f'</p:nvSpPr><p:spPr>{_frame(drawn.box)}<a:prstGeom prst="{drawn.geometry}"><a:avLst/></a:prstGeom>{fill}'
        '<a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p>'
        "</p:txBody></p:sp>"
    )


def _notes_master() -> str:
    shapes = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1"'
        ' noChangeAspect="1"/>'
        '</p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="685800"'
        ' y="1143000"/>'
        '<a:ext cx="5486400" cy="3086100"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>'
        '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>'
        '<p:ph type="body" '
        'sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="685800" y="4400550"/><a:ext cx="5486400" '
        'cy="3600450"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>'
        "<a:lstStyle/>"
        '<a:p><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp>'
    )
    styles = "".join(
        f'<a:lvl{n}pPr marL="{(n - 1) * 457200}"><a:defRPr sz="1200">{_solid("tx1")}{_font("mn")}</a:defRPr>'
        f"</a:lvl{n}pPr>"
        for n in range(1, 10)
    )
    return (
        f"{HEAD}<p:notesMaster {_NS}><p:cSld><p:bg><p:bgPr>{_solid('bg1')}<a:effectLst/></p:bgPr></p:bg>"
        f"<p:spTree>{_TREE}"
        f"{shapes}</p:spTree></p:cSld><p:clrMap {_PLAIN_MAP} {_ACCENT_MAP}/><p:notesStyle>{styles}</p:notesStyle>"
        "</p:notesMaster>"
    )


def _table_styles() -> str:
    """The deck's own table style: a plain grid of hairlines, a head in the first accent, quiet bands."""

    def edge(side: str, width: int, color: str, alpha: int = 100) -> str:
        ink = f'<a:schemeClr val="{color}">{_alpha(alpha)}</a:schemeClr>'
        return f'<a:{side}><a:ln w="{width}"><a:solidFill>{ink}</a:solidFill></a:ln></a:{side}>'

    def cell(borders: str, fill: str) -> str:
        return f"<a:tcStyle><a:tcBdr>{borders}</a:tcBdr>{fill}</a:tcStyle>"

    def text(color: str, bold: bool = False) -> str:
        weight = ' b="on"' if bold else ""
        return f'<a:tcTxStyle{weight}><a:fontRef idx="minor"/><a:schemeClr val="{color}"/></a:tcTxStyle>'

    lines = edge("bottom", 9525, "accent1", 40) + edge("insideH", 9525, "accent1", 40)
    tint = f"<a:fill>{_solid('bg2')}</a:fill>"
    head = '<a:fill><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:fill>'
    total = edge("top", 19050, "accent1")
    return (
        f'{HEAD}<a:tblStyleLst xmlns:a="{_A}" def="{TABLE_STYLE}"><a:tblStyle styleId="{TABLE_STYLE}"'
        f' styleName="Harbor">'
        f"<a:wholeTbl>{text('tx1')}{cell(lines, '<a:fill><a:noFill/></a:fill>')}</a:wholeTbl>"
        f"<a:band1H>{cell('', tint)}</a:band1H><a:lastCol>{text('tx1', True)}{cell('', '')}</a:lastCol>"
        f"<a:firstCol>{text('tx1', True)}{cell('', '')}</a:firstCol>"
        f"<a:lastRow>{text('tx1', True)}{cell(total, '')}</a:lastRow>"
        f"<a:firstRow>{text('bg1', True)}{cell('', head)}</a:firstRow></a:tblStyle></a:tblStyleLst>"
    )


def _solid(color: str) -> str:
    return f'<a:solidFill><a:schemeClr val="{color}"/></a:solidFill>'


def _alpha(percent: int) -> str:
    return "" if percent == 100 else f'<a:alpha val="{percent * 1000}"/>'


def _font(slot: str) -> str:
    return f'<a:latin typeface="+{slot}-lt"/><a:ea typeface="+{slot}-ea"/><a:cs typeface="+{slot}-cs"/>'


def _emu(points: float) -> int:
    return round(points * 12700)


def _frame(box: Box) -> str:
    left, top, width, height = (_emu(v) for v in box)
    return f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
