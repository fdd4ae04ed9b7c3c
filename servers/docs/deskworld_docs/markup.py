"""WordprocessingML elements: made, found, and put where the schema wants them.

Word refuses a file whose properties stand in the wrong order, so nothing here is ever just appended: `put` knows the
order of every kind of properties that our tools write. Names are written as in the standard, "w:pPr".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from deskworld_docs.objects import Element, Part

NAMESPACES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "v": "urn:schemas-microsoft-com:vml",
    "xml": "http://www.w3.org/XML/1998/namespace",
}
_ILLEGAL = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_ORDER = {
    "pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs "
    "suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd "
    "snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment "
    "textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
    "rPr": "ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss "
    "imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd "
    "fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange",
    "tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing "
    "tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange",
    "trPr": "cnfStyle divId gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader tblCellSpacing jc hidden "
    "ins del trPrChange",
    "tcPr": "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark "
    "headers cellIns cellDel cellMerge tcPrChange",
    "sectPr": "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType "
    "pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings "
    "sectPrChange",
    "style": "name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked "
    "personal personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr",
    "numPr": "ilvl numId numberingChange ins",
    "lvl": "start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr",
    "sdtPr": "rPr alias tag id lock placeholder temporary showingPlcHdr dataBinding label tabIndex equation comboBox "
    "date docPartObj docPartList dropDownList picture richText text citation group bibliography checkbox",
    "tbl": "bookmarkStart bookmarkEnd tblPr tblGrid tr",
    "tr": "tblPrEx trPr tc",
    "tc": "tcPr p tbl",
    "p": "pPr r",
    "r": "rPr t",
    "settings": "writeProtection view zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries "
    "displayBackgroundShape printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts "
    "embedSystemFonts saveSubsetFonts saveFormsData mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader "
    "bordersDoNotSurroundFooter gutterAtTop hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState "
    "formsDesign attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod documentType mailMerge "
    "revisionView trackRevisions doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride "
    "styleLockTheme styleLockQFSet defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone "
    "doNotHyphenateCaps showEnvelope summaryLength clickAndTypeStyle defaultTableStyle evenAndOddHeaders "
    "bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing "
    "drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery "
    "doNotUseMarginsForDrawingGridOrigin drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData "
    "noPunctuationKerning characterSpacingControl printTwoOnOne strictFirstAndLastChars noLineBreaksAfter "
    "noLineBreaksBefore savePreviewPicture doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent "
    "alwaysShowPlaceholderText doNotDemarcateInvalidXml saveXmlDataOnly useXSLTWhenSaving saveThroughXslt "
    "showXMLTags alwaysMergeEmptyNamespace updateFields hdrShapeDefaults footnotePr endnotePr compat docVars rsids "
    "mathPr attachedSchema themeFontLang clrSchemeMapping doNotIncludeSubdocsInStats",
}
_PLACES = {holder: {name: place for place, name in enumerate(names.split())} for holder, names in _ORDER.items()}


@cache
def tag(name: str) -> str:
    """The name lxml knows: "w:p" as "{http...}p"."""
    prefix, _, local_name = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local_name}"


def local(element: Element) -> str:
    """The name of an element without its namespace; empty for comments and the like."""
    name = element.tag
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def is_w(element: Element, *names: str) -> bool:
    """Whether this is one of Word's elements of these names."""
    found = element.tag
    return isinstance(found, str) and found.startswith(_W) and found[len(_W) :] in names


def is_formula(element: Element) -> bool:
    """Whether this is an equation, in a line or in one of its own."""
    return element.tag in (tag("m:oMath"), tag("m:oMathPara"))


_W = f"{{{NAMESPACES['w']}}}"
VAL = tag("w:val")


def make(name: str, /, *children: Element, text: str = "", **attributes: str | int) -> Element:
    """A new element with children; attributes are Word's own, `val="x"` for w:val."""
    from docx.oxml.parser import OxmlElement

    element: Any = OxmlElement(name)
    prefix = name.partition(":")[0]
    for key, value in attributes.items():
        element.set(tag(f"{prefix}:{key}"), str(value))
    if text:
        element.text = text
        if text != text.strip() or "  " in text:
            element.set(tag("xml:space"), "preserve")
    element.extend(children)
    return element


def parse(xml: str | bytes) -> Element:
    """An element of this XML, of the classes python-docx gives; prefixes of `NAMESPACES` need no declaration.

    Only for XML that we wrote ourselves or that came out of a package.
    """
    from docx.oxml.parser import parse_xml

    if isinstance(xml, str) and "xmlns" not in xml:
        declared = " ".join(f'xmlns:{p}="{uri}"' for p, uri in NAMESPACES.items() if p != "xml" and f"{p}:" in xml)
        xml = re.sub(r"^<([\w:]+)", rf"<\1 {declared}", xml, count=1)
    return parse_xml(xml)


def child(element: Element | None, *path: str) -> Element | None:
    """The child of a name, or the one further down a path of names; None where there is none."""
    for name in path:
        if element is None:
            return None
        element = element.find(tag(name))
    return element


def val(element: Element | None, name: str = "val", default: str = "") -> str:
    """An attribute in Word's namespace."""
    return default if element is None else element.get(f"{_W}{name}", default)


def number(element: Element | None, name: str = "val", default: int = 0) -> int:
    """A whole number in an attribute; the default where it is missing or none."""
    try:
        return round(float(val(element, name)))
    except (ValueError, OverflowError):
        return default


def flag(element: Element | None) -> bool:
    """Whether a switch such as w:b is on."""
    return element is not None and val(element, default="1") not in ("0", "false", "off", "none")


def add(parent: Element, element: Element) -> Element:
    """Put a child where the schema wants it among its siblings: after all that belong before it."""
    places = _PLACES[local(parent)]
    last = len(places)
    own = places.get(local(element), last)
    index = 0
    for at, sibling in enumerate(parent, 1):
        if places.get(local(sibling), last) <= own:
            index = at
    parent.insert(index, element)
    return element


def put(parent: Element, name: str, /, **attributes: str | int) -> Element:
    """The child of a name, made where it is missing, with these attributes set; others stay."""
    found = child(parent, name)
    if found is None:
        found = add(parent, make(name))
    for key, value in attributes.items():
        found.set(f"{_W}{key}", str(value))
    return found


def switch(parent: Element, name: str, on: bool) -> None:
    """Set a switch such as w:b: on without a value, off with one, which also overrules a style that has it on."""
    found = put(parent, name)
    found.attrib.pop(VAL, None)
    if not on:
        found.set(VAL, "0")


def drop(parent: Element | None, *names: str) -> None:
    """Remove the children of these names."""
    if parent is not None:
        for name in names:
            for found in parent.findall(tag(name)):
                parent.remove(found)


def properties(element: Element) -> Element:
    """The properties of a paragraph, run, table, row or cell, made where they are missing; always the first child."""
    kinds = {"p": "w:pPr", "r": "w:rPr", "tbl": "w:tblPr", "tr": "w:trPr", "tc": "w:tcPr"}
    name = kinds[local(element)]
    found = child(element, name)
    if found is None:
        found = make(name)
        first = 1 if local(element) == "tr" and child(element, "w:tblPrEx") is not None else 0
        element.insert(first, found)
    return found


def clean(text: str) -> str:
    """The text without the characters that XML can't hold, line ends as \\n."""
    return _ILLEGAL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\v", "\n"))


def deep(element: Element, *names: str) -> Iterator[Element]:
    """All elements of these names inside, in order."""
    return element.iter(*(tag(name) for name in names))


def adopted(element: Element, old: Part, new: Part) -> Element:
    """An element that came from one part, with the relations of another to what it refers to."""
    for one in element.iter():
        for key in [key for key in one.attrib if str(key).startswith(f"{{{NAMESPACES['r']}}}")]:
            rel = old.rels.get(one.get(key))
            if rel is not None:
                target = rel.target_ref if rel.is_external else rel.target_part
                one.set(key, new.relate_to(target, rel.reltype, is_external=rel.is_external))
    return element
