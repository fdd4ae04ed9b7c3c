"""A document from nothing: the parts of a Word package, written from a look.

Every part is drawn here from the data in `looks`, so there is no binary template to drift from its description: theme,
styles, numbering, settings, fonts and properties. The bytes are the same on every machine; the only date in them is the
one the caller gives. A style that a foreign document lacks is drawn here too, one by one.
"""

from __future__ import annotations

from datetime import datetime
from xml.sax.saxutils import escape

from deskworld_artifacts.blank import CORE, HEAD, OFFICE, package_of, properties_of, relations_xml, types_xml

from deskworld_docs.looks import LOOKS, Look, Style, styles_of
from deskworld_docs.markup import NAMESPACES
from deskworld_docs.numbering import abstract_xml

_WML = f"{OFFICE}.wordprocessingml"
_W = f'xmlns:w="{NAMESPACES["w"]}"'
_WR = f'{_W} xmlns:r="{NAMESPACES["r"]}"'
PAGES = {"A4": (595.3, 841.9), "Letter": (612.0, 792.0), "A3": (841.9, 1190.6), "A5": (419.5, 595.3),
         "Legal": (612.0, 1008.0)}  # fmt: skip
MARGIN = 72.0
THEME_COLORS = {
    "tx1": "text1", "bg1": "background1", "tx2": "text2", "bg2": "background2", "dk1": "dark1", "lt1": "light1",
    "dk2": "dark2", "lt2": "light2", "hlink": "hyperlink", "folHlink": "followedHyperlink",
    **{f"accent{n}": f"accent{n}" for n in range(1, 7)},
}  # fmt: skip
"""Names of theme colours as callers say them, and as Word does."""
_SLOTS = {"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"}


def blank_document(look: str, page: str, now: datetime) -> bytes:
    """A package whose body is empty, in the look named, dated `now`."""
    chosen = LOOKS[look]
    width, height = PAGES[page]
    main = (
        f'{HEAD}<w:document {_WR}><w:body><w:sectPr><w:pgSz w:w="{_twips(width)}" w:h="{_twips(height)}"/>'
        f'<w:pgMar w:top="{_twips(MARGIN)}" w:right="{_twips(MARGIN)}" w:bottom="{_twips(MARGIN)}" '
        f'w:left="{_twips(MARGIN)}" w:header="{_twips(36)}" w:footer="{_twips(36)}" w:gutter="0"/>'
        '<w:cols w:space="708"/></w:sectPr></w:body></w:document>'
    )
    parts = {
        "[Content_Types].xml": _content_types(),
        **properties_of("word/document.xml", now),
        "word/document.xml": main,
        "word/_rels/document.xml.rels": relations_xml(
            *((kind, f"{kind}.xml") for kind in ("styles", "numbering", "settings", "fontTable")),
            ("theme", "theme/theme1.xml"),
        ),
        "word/styles.xml": styles_xml(chosen, width - 2 * MARGIN),
        "word/numbering.xml": _numbering(),
        "word/settings.xml": _settings(),
        "word/fontTable.xml": _fonts(chosen),
        "word/theme/theme1.xml": _theme(chosen),
    }  # fmt: skip
    return package_of(parts)


def _twips(points: float) -> int:
    return round(points * 20)


def _content_types() -> str:
    return types_xml({
        "word/document.xml": f"{_WML}.document.main+xml",
        **{f"word/{kind}.xml": f"{_WML}.{kind}+xml" for kind in ("styles", "numbering", "settings", "fontTable")},
        "word/theme/theme1.xml": f"{OFFICE}.theme+xml",
        **CORE,
    })  # fmt: skip


def _settings() -> str:
    maps = " ".join(
        f'w:{name}="{value}"'
        for name, value in (
            ("bg1", "light1"), ("t1", "dark1"), ("bg2", "light2"), ("t2", "dark2"),
            *((f"accent{n}", f"accent{n}") for n in range(1, 7)),
            ("hyperlink", "hyperlink"), ("followedHyperlink", "followedHyperlink"),
        )
    )  # fmt: skip
    compat = "".join(
        f'<w:compatSetting w:name="{name}" w:uri="http://schemas.microsoft.com/office/word" w:val="{value}"/>'
        for name, value in (
            ("compatibilityMode", 15), ("overrideTableStyleFontSizeAndJustification", 1),
            ("enableOpenTypeFeatures", 1), ("doNotFlipMirrorIndents", 1),
        )
    )  # fmt: skip
    return (
        f'{HEAD}<w:settings {_W}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>'
        '<w:characterSpacingControl w:val="doNotCompress"/>'
        f'<w:compat>{compat}</w:compat><w:themeFontLang w:val="en-US"/><w:clrSchemeMapping {maps}/>'
        '<w:decimalSymbol w:val="."/><w:listSeparator w:val=","/></w:settings>'
    )


def _fonts(look: Look) -> str:
    names = dict.fromkeys((look.heading_font, look.body_font, "Courier New", "Symbol"))
    fonts = "".join(f'<w:font w:name="{name}"><w:charset w:val="00"/></w:font>' for name in names)
    return f"{HEAD}<w:fonts {_W}>{fonts}</w:fonts>"


def _theme(look: Look) -> str:
    colors = "".join(f'<a:{key}><a:srgbClr val="{value}"/></a:{key}>' for key, value in look.colors.items())
    fonts = "".join(
        f'<a:{slot}><a:latin typeface="{font}"/><a:ea typeface=""/><a:cs typeface=""/></a:{slot}>'
        for slot, font in (("majorFont", look.heading_font), ("minorFont", look.body_font))
    )
    solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    lines = "".join(f'<a:ln w="{w}">{solid}<a:prstDash val="solid"/></a:ln>' for w in (9525, 19050, 28575))
    return (
        f'{HEAD}<a:theme xmlns:a="{NAMESPACES["a"]}" name="{look.name}"><a:themeElements>'
        f'<a:clrScheme name="{look.name}">{colors}</a:clrScheme><a:fontScheme name="{look.name}">{fonts}</a:fontScheme>'
        f'<a:fmtScheme name="{look.name}"><a:fillStyleLst>{solid * 3}</a:fillStyleLst><a:lnStyleLst>{lines}'
        f"</a:lnStyleLst><a:effectStyleLst>{'<a:effectStyle><a:effectLst/></a:effectStyle>' * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{solid * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )


def _numbering() -> str:
    lists = "".join(abstract_xml(kind, n) for n, kind in enumerate(("bullet", "number")))
    nums = "".join(f'<w:num w:numId="{n + 1}"><w:abstractNumId w:val="{n}"/></w:num>' for n in range(2))
    return f"{HEAD}<w:numbering {_W}>{lists}{nums}</w:numbering>"


def styles_xml(look: Look, width: float) -> str:
    """The styles part of a look."""
    fonts = 'w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi" w:eastAsiaTheme="minorEastAsia" w:cstheme="minorBidi"'
    defaults = (
        f"<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts {fonts}/>{_color('tx1', look)}"
        f'<w:sz w:val="{round(look.size * 2)}"/><w:szCs w:val="{round(look.size * 2)}"/><w:lang w:val="en-US" '
        'w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>'
        '<w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>'
    )
    drawn = "".join(style_xml(style, look) for style in styles_of(look, width))
    return (
        f"{HEAD}<w:styles {_W}>{defaults}{drawn}{_fixed_styles()}"
        f"{''.join(table_style_xml(name, look) for name in ('Report Table', 'Table Grid', 'Plain Lines'))}</w:styles>"
    )


def _fixed_styles() -> str:
    margins = '<w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/>'
    return (
        '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont">'
        '<w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>'
        '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/>'
        '<w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>'
        f'<w:tblCellMar><w:top w:w="0" w:type="dxa"/>{margins}</w:tblCellMar></w:tblPr></w:style>'
        '<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/>'
        '<w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/></w:style>'
    )


def style_xml(style: Style, look: Look) -> str:
    """The w:style of a paragraph or character style."""
    default = ' w:default="1"' if style.name == "Normal" else ""
    custom = ' w:customStyle="1"' if style.name in ("Code Block", "Inline Code", "Horizontal Line", "Author") else ""
    based = next((s.identifier for s in styles_of(look) if s.name == style.based), "")
    if style.kind == "character":
        based = "DefaultParagraphFont"
    following = next((s.identifier for s in styles_of(look) if s.name == style.following), "")
    said = [
        f'<w:style w:type="{style.kind}"{default}{custom} w:styleId="{style.identifier}">',
        f'<w:name w:val="{style.name}"/>',
        f'<w:basedOn w:val="{based}"/>' if based else "",
        f'<w:next w:val="{following}"/>' if following else "",
        f'<w:uiPriority w:val="{style.priority}"/>',
        "" if style.quick else "<w:unhideWhenUsed/>",
        "<w:qFormat/>" if style.quick else "",
        _paragraph(style, look) if style.kind == "paragraph" else "",
        _run(style, look),
        "</w:style>",
    ]
    return "".join(said)


def _paragraph(style: Style, look: Look) -> str:
    said = "<w:keepNext/>" if style.keep_next else ""
    said += "<w:keepLines/>" if style.together else ""
    if style.numbered:
        said += f'<w:numPr><w:numId w:val="{style.numbered}"/></w:numPr>'
    if style.rule:
        side, color, points, space = style.rule
        said += f'<w:pBdr><w:{side} w:val="single" w:sz="{round(points * 8)}" w:space="{round(space)}" '
        said += f"{_color_attributes(color, look, 'color')}/></w:pBdr>"
    said += _shade(style.shade, look)
    if style.tabs:
        stops = "".join(
            f'<w:tab w:val="{kind.partition("-")[0]}"{" w:leader=" + chr(34) + "dot" + chr(34) if "-" in kind else ""} '
            f'w:pos="{_twips(at)}"/>'
            for kind, at in style.tabs
        )
        said += f"<w:tabs>{stops}</w:tabs>"
    spacing = "".join(
        f' w:{name}="{_twips(value)}"' for name, value in (("before", style.before), ("after", style.after))
        if value is not None
    )  # fmt: skip
    spacing += f' w:line="{round(style.line * 240)}" w:lineRule="auto"' if style.line else ""
    said += f"<w:spacing{spacing}/>" if spacing else ""
    if style.left is not None and not style.numbered:
        right = f' w:right="{_twips(style.right)}"' if style.right else ""
        said += f'<w:ind w:left="{_twips(style.left)}"{right}/>'
    said += "<w:contextualSpacing/>" if style.contextual else ""
    said += f'<w:jc w:val="{style.align}"/>' if style.align else ""
    said += f'<w:outlineLvl w:val="{style.outline - 1}"/>' if style.outline else ""
    said += '<w:outlineLvl w:val="9"/>' if style.name == "TOC Heading" else ""
    return f"<w:pPr>{said}</w:pPr>" if said else ""


def _run(style: Style, look: Look) -> str:
    said = ""
    if style.font in ("major", "minor"):
        slot = style.font
        said += f'<w:rFonts w:asciiTheme="{slot}HAnsi" w:hAnsiTheme="{slot}HAnsi" w:eastAsiaTheme="{slot}EastAsia" '
        said += f'w:cstheme="{slot}Bidi"/>'
    elif style.font:
        said += f'<w:rFonts w:ascii="{style.font}" w:hAnsi="{style.font}" w:cs="{style.font}"/>'
    for name, value in (("b", style.bold), ("i", style.italic)):
        if value is not None:
            said += f"<w:{name}/><w:{name}Cs/>"
    said += _color(style.color, look) if style.color else ""
    if style.size:
        said += f'<w:sz w:val="{round(style.size * 2)}"/><w:szCs w:val="{round(style.size * 2)}"/>'
    said += '<w:u w:val="single"/>' if style.underline else ""
    said += _shade(style.shade, look) if style.kind == "character" else ""
    said += '<w:vertAlign w:val="superscript"/>' if style.raised else ""
    return f"<w:rPr>{said}</w:rPr>" if said else ""


def _color_attributes(color: str, look: Look, name: str = "val") -> str:
    """A colour's attributes: its value and, for one of the theme, what it is called there."""
    if color not in THEME_COLORS:
        return f'w:{name}="{color}"'
    value = look.colors[_SLOTS.get(color, color)]
    theme = "themeFill" if name == "fill" else "themeColor"
    return f'w:{name}="{value}" w:{theme}="{THEME_COLORS[color]}"'


def _color(color: str, look: Look) -> str:
    return f"<w:color {_color_attributes(color, look)}/>"


def _shade(color: str, look: Look) -> str:
    return f'<w:shd w:val="clear" w:color="auto" {_color_attributes(color, look, "fill")}/>' if color else ""


def table_style_xml(name: str, look: Look) -> str:
    """The w:style of one of our table styles."""

    def line(side: str, color: str, eighths: int = 4) -> str:
        return f'<w:{side} w:val="single" w:sz="{eighths}" w:space="0" {_color_attributes(color, look, "color")}/>'

    def part(kind: str, run: str = "", borders: str = "", fill: str = "") -> str:
        cell = (f"<w:tcBorders>{borders}</w:tcBorders>" if borders else "") + _shade(fill, look)
        return (
            f'<w:tblStylePr w:type="{kind}">' + (f"<w:rPr>{run}</w:rPr>" if run else "")
            + (f"<w:tcPr>{cell}</w:tcPr>" if cell else "") + "</w:tblStylePr>"
        )  # fmt: skip

    grey = "BFC7CE"
    bold = "<w:b/><w:bCs/>"
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    if name == "Table Grid":
        borders, rest = "".join(line(side, "auto") for side in sides), ""
    elif name == "Plain Lines":
        borders = line("top", "tx1", 8) + line("bottom", "tx1", 8) + line("insideH", grey)
        rest = part("firstRow", bold, line("bottom", "tx1", 8)) + part("lastRow", bold, line("top", "tx1", 8))
        rest += part("firstCol", bold)
    else:
        borders = line("bottom", "accent1", 8) + line("insideH", grey)
        rest = part("firstRow", bold + _color("bg1", look), fill="accent1")
        rest += part("lastRow", bold, line("top", "accent1", 8)) + part("firstCol", bold)
        rest += part("band2Horz", fill="bg2")
    identifier = name.replace(" ", "")
    custom = "" if name == "Table Grid" else ' w:customStyle="1"'
    pads = "".join(f'<w:{side} w:w="{w}" w:type="dxa"/>' for side, w in zip(sides[:4], (50, 115, 50, 115), strict=True))
    return (
        f'<w:style w:type="table"{custom} w:styleId="{identifier}"><w:name w:val="{escape(name)}"/>'
        '<w:basedOn w:val="TableNormal"/><w:uiPriority w:val="59"/><w:pPr><w:spacing w:after="0" w:line="252" '
        'w:lineRule="auto"/></w:pPr><w:tblPr><w:tblStyleRowBandSize w:val="1"/><w:tblStyleColBandSize w:val="1"/>'
        f"<w:tblBorders>{borders}</w:tblBorders><w:tblCellMar>{pads}</w:tblCellMar></w:tblPr>{rest}</w:style>"
    )
