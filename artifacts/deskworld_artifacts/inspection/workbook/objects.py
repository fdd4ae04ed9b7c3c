"""What lies over and beside the cells: tables, charts, pictures, text boxes, pivots, comments."""

from collections.abc import Iterator

from ..charts import read_chart
from ..ooxml import NAMESPACES, Element, Package, Relation, child, children, deep, every, local, number
from ..pixels import picture_size
from .cells import plain
from .facts import Chart, Comment, Picture, Pivot, Table, TextBox
from .grid import reference

_ID, _EMBED = f"{{{NAMESPACES['r']}}}id", f"{{{NAMESPACES['r']}}}embed"


def read_tables(package: Package, relations: dict[str, Relation]) -> list[Table]:
    """The table objects of a sheet."""
    tables: list[Table] = []
    for relation in relations.values():
        if relation.kind != "table":
            continue
        root = package.xml(relation.target)
        style = child(root, "s:tableStyleInfo")
        tables.append(
            Table(
                name=root.get("displayName") or root.get("name", ""),
                area=root.get("ref", ""),
                columns=[column.get("name", "") for column in every(child(root, "s:tableColumns"), "s:tableColumn")],
                header=root.get("headerRowCount", "1") != "0",
                totals=number(root.get("totalsRowCount")) > 0,
                style=style.get("name", "") if style is not None else "",
            )
        )
    return tables


class Drawing:
    """A sheet's drawing, read into charts, pictures and text boxes."""

    def __init__(self, package: Package, part: str) -> None:
        self.package = package
        self.relations = package.relations(part)
        self.charts: list[Chart] = []
        self.pictures: list[Picture] = []
        self.text_boxes: list[TextBox] = []
        for anchor in package.xml(part):
            where = _anchor(anchor)
            for shape in _shapes(anchor):
                self._read(shape, where)

    def _read(self, shape: Element, where: str) -> None:
        about = next(iter(deep(shape, "xdr:cNvPr")), None)
        name = about.get("name", "") if about is not None else ""
        alt = about.get("descr", "") if about is not None else ""
        match local(shape):
            case "graphicFrame":
                for one in children(child(shape, "a:graphic", "a:graphicData")):
                    relation = self.relations.get(one.get(_ID, ""))
                    if local(one) == "chart" and relation and relation.target in self.package:
                        chart = read_chart(self.package, relation.target)
                        self.charts.append(Chart(name=name, anchor=where, alt=alt, chart=chart))
            case "pic":
                blip = next(iter(deep(shape, "a:blip")), None)
                relation = self.relations.get(blip.get(_EMBED, "")) if blip is not None else None
                width, height, form = picture_size(self.package, relation.target if relation else "")
                self.pictures.append(Picture(name=name, anchor=where, alt=alt, width=width, height=height, format=form))
            case _:
                lines = [
                    "".join(t.text or "" for t in deep(p, "a:t")) for p in every(child(shape, "xdr:txBody"), "a:p")
                ]
                if any(lines):
                    self.text_boxes.append(TextBox(name=name, anchor=where, text="\n".join(lines)))


def _shapes(anchor: Element) -> Iterator[Element]:
    """The shapes at an anchor, groups unfolded; of alternatives the first with a shape."""
    for one in anchor:
        if local(one) in ("sp", "pic", "graphicFrame"):
            yield one
        elif local(one) == "grpSp":
            yield from _shapes(one)
        elif local(one) == "AlternateContent":
            for alternative in one:
                inside = list(_shapes(alternative))
                if inside:
                    yield from inside
                    break


def _anchor(anchor: Element) -> str:
    first, last = _place(child(anchor, "xdr:from")), _place(child(anchor, "xdr:to"))
    return f"{first}:{last}" if first and last else first


def _place(marker: Element | None) -> str:
    row, column = child(marker, "xdr:row"), child(marker, "xdr:col")
    if row is None or column is None:
        return ""
    return reference(int(number(row.text)) + 1, int(number(column.text)) + 1)


def read_pivots(package: Package, relations: dict[str, Relation]) -> list[Pivot]:
    """The pivot tables of a sheet."""
    pivots: list[Pivot] = []
    for relation in relations.values():
        if relation.kind == "pivotTable":
            pivots.append(_pivot(package, relation.target))
    return pivots


def _pivot(package: Package, part: str) -> Pivot:
    root = package.xml(part)
    caches = [one.target for one in package.relations(part).values() if one.kind == "pivotCacheDefinition"]
    cache = package.xml(caches[0]) if caches else None
    source = child(cache, "s:cacheSource", "s:worksheetSource")
    fields = [field.get("name", "") for field in every(child(cache, "s:cacheFields"), "s:cacheField")]
    place = child(root, "s:location")

    def named(holder: str, item: str, attribute: str) -> list[str]:
        places = [int(number(one.get(attribute))) for one in every(child(root, holder), item)]
        return [fields[at] if 0 <= at < len(fields) else "Values" for at in places]

    sheet, area = (source.get("sheet", ""), source.get("ref", "")) if source is not None else ("", "")
    values = every(child(root, "s:dataFields"), "s:dataField")
    return Pivot(
        name=root.get("name", ""),
        area=place.get("ref", "") if place is not None else "",
        source=(source.get("name", "") if source is not None else "") or f"{sheet}!{area}".strip("!"),
        rows=named("s:rowFields", "s:field", "x"),
        columns=named("s:colFields", "s:field", "x"),
        filters=named("s:pageFields", "s:pageField", "fld"),
        values=[value.get("name", "") for value in values],
    )


def read_comments(package: Package, relations: dict[str, Relation], people: dict[str, str]) -> list[Comment]:
    """Notes and threaded comments; the note that Excel keeps as a shadow of a thread is left out."""
    comments: list[Comment] = []
    threaded: set[str] = set()
    for relation in relations.values():
        if relation.kind == "threadedComment" and relation.target in package:
            for one in package.xml(relation.target):
                words = next((inner.text or "" for inner in one if local(inner) == "text"), "")
                threaded.add(one.get("ref", ""))
                author = people.get(one.get("personId", ""), "")
                comments.append(Comment(cell=one.get("ref", ""), author=author, text=words))
    for relation in relations.values():
        if relation.kind == "comments" and relation.target in package:
            root = package.xml(relation.target)
            authors = [one.text or "" for one in every(child(root, "s:authors"), "s:author")]
            for one in every(child(root, "s:commentList"), "s:comment"):
                place, at = one.get("ref", ""), int(number(one.get("authorId")))
                author = authors[at] if at < len(authors) else ""
                if place not in threaded:
                    comments.append(Comment(cell=place, author=author, text=plain(child(one, "s:text"))))
    return comments


def read_people(package: Package, relations: dict[str, Relation]) -> dict[str, str]:
    """Who wrote threaded comments, by id."""
    parts = [one.target for one in relations.values() if one.kind == "person" and one.target in package]
    return {one.get("id", ""): one.get("displayName", "") for part in parts for one in package.xml(part)}
