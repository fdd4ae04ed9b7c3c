"""What a sheet says about its cells: conditional formats, validations, sparklines, links; the newer dialect (x14)
too."""

from ..ooxml import NAMESPACES, Element, Relation, child, deep, every, number, on
from .facts import ConditionalFormat, Link, Sparkline, Validation
from .styles import Styles

_ID = f"{{{NAMESPACES['r']}}}id"


def read_conditional_formats(root: Element | None, styles: Styles) -> list[ConditionalFormat]:
    """All rules, those only newer Excels know after the others. A rule written in both dialects counts once."""
    rules: list[ConditionalFormat] = []
    known: set[str] = set()
    for block in every(root, "s:conditionalFormatting"):
        for rule in every(block, "s:cfRule"):
            fill, color = styles.difference(rule.get("dxfId"))
            known |= {one.text or "" for one in deep(rule, "x14:id")}
            rules.append(_rule(rule, block.get("sqref", ""), fill, color, "s"))
    for block in deep(root, "x14:conditionalFormatting"):
        for rule in every(block, "x14:cfRule"):
            if rule.get("id", "") not in known:
                fill, color = styles.looks(child(rule, "x14:dxf"))
                rules.append(_rule(rule, _written(block, "xm:sqref"), fill, color, "x14"))
    return rules


def _rule(rule: Element, area: str, fill: str, color: str, dialect: str) -> ConditionalFormat:
    formulas = [one.text or "" for one in every(rule, f"{dialect}:formula") + deep(rule, "xm:f")]
    bounds = [f"{one.get('type', '')} {one.get('val', '')}".strip() for one in deep(rule, f"{dialect}:cfvo")]
    bar = next(iter(deep(child(rule, "s:dataBar"), "s:color")), None)
    return ConditionalFormat(
        area=area,
        type=rule.get("type", ""),
        operator=rule.get("operator", ""),
        formulas=formulas or bounds or ([rule.get("text", "")] if rule.get("text") else []),
        fill=fill or (Styles().color(bar) if bar is not None else ""),
        color=color,
        priority=int(number(rule.get("priority"))),
    )


def read_validations(root: Element | None) -> list[Validation]:
    """All validations, in both dialects."""
    rules: list[Validation] = []
    for rule in every(child(root, "s:dataValidations"), "s:dataValidation"):
        rules.append(
            _validation(rule, rule.get("sqref", ""), _written(rule, "s:formula1"), _written(rule, "s:formula2"))
        )
    for rule in deep(root, "x14:dataValidation"):
        first, second = (_written(child(rule, f"x14:formula{place}"), "xm:f") for place in (1, 2))
        rules.append(_validation(rule, _written(rule, "xm:sqref"), first, second))
    return rules


def _validation(rule: Element, area: str, first: str, second: str) -> Validation:
    kind = rule.get("type", "none")
    typed = kind == "list" and first.startswith('"')
    return Validation(
        area=area,
        type=kind,
        operator=rule.get("operator", "between") if kind not in ("list", "custom", "none") else "",
        formula=first,
        formula2=second,
        values=[entry.strip() for entry in first.strip('"').split(",")] if typed else [],
        allow_blank=on(rule, "allowBlank", default=False),
        prompt=rule.get("prompt", ""),
        error=rule.get("error", ""),
    )


def read_sparklines(root: Element | None) -> list[Sparkline]:
    """The charts inside cells."""
    return [
        Sparkline(cell=_written(one, "xm:sqref"), data=_written(one, "xm:f"), type=group.get("type", "line"))
        for group in deep(root, "x14:sparklineGroup")
        for one in deep(group, "x14:sparkline")
    ]


def read_links(root: Element | None, relations: dict[str, Relation]) -> list[Link]:
    """Links on cells; a place in the same workbook starts with "#"."""
    links: list[Link] = []
    for one in every(child(root, "s:hyperlinks"), "s:hyperlink"):
        relation = relations.get(one.get(_ID, ""))
        place = one.get("location", "")
        target = (relation.target if relation else "") + (f"#{place}" if place else "")
        links.append(Link(area=one.get("ref", ""), target=target, tooltip=one.get("tooltip", "")))
    return links


def _written(holder: Element | None, name: str) -> str:
    found = child(holder, name)
    return (found.text or "").strip() if found is not None else ""
