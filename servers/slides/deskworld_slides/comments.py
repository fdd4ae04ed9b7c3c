"""Reviewers' comments: read in both forms that Office writes, added in the one that every version reads."""

from __future__ import annotations

from typing import Any

from deskworld_kit import Page, Result, Saved, World, page, tool

from deskworld_slides.opening import editing, reading

_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KIND = "application/vnd.openxmlformats-officedocument.presentationml"


class Comment(Result):
    """A reviewer's comment."""

    slide: int
    author: str
    text: str
    when: str


@tool("read")
def list_slide_comments(
    world: World, path: str, slide: int | None = None, limit: int = 50, cursor: str = ""
) -> Page[Comment]:
    """Reviewers' comments in a deck, old and threaded ones."""
    found: list[Comment] = []
    with reading(world, path) as deck:
        if slide is not None:
            deck.slide(slide)
        authors = _authors(deck.presentation)
        for number, each in enumerate(deck.slides, 1):
            if slide in (None, number):
                found += _comments(each, number, authors)
    return page(found, limit=limit, cursor=cursor)


@tool("add")
def add_slide_comment(world: World, path: str, slide: int, text: str, author: str) -> Saved:
    """Pin a reviewer's comment to a slide."""
    from lxml import etree

    from deskworld_slides.paragraphs import clean

    with editing(world, path) as deck:
        found = deck.slide(slide)
        main = deck.presentation.part
        authors = _part(main, "/commentAuthors", "/ppt/commentAuthors.xml", "commentAuthors", "cmAuthorLst")
        people = etree.fromstring(authors.blob)
        person = next((each for each in people if each.get("name") == author), None)
        if person is None:
            number = max((int(each.get("id", 0)) for each in people), default=-1) + 1
            initials = "".join(word[0] for word in author.split())[:4].upper() or "?"
            person = etree.SubElement(
                people, f"{{{_P}}}cmAuthor", id=str(number), name=author, initials=initials, lastIdx="0",
                clrIdx=str(number % 8),
            )  # fmt: skip
        index = int(person.get("lastIdx", 0)) + 1
        person.set("lastIdx", str(index))
        authors._blob = _written(people)
        holder = _part(found.part, "/comments", "/ppt/comments/comment%d.xml", "comments", "cmLst")
        comments = etree.fromstring(holder.blob)
        stamp = world.now().strftime("%Y-%m-%dT%H:%M:%S.000")
        comment = etree.SubElement(comments, f"{{{_P}}}cm", authorId=person.get("id", "0"), dt=stamp, idx=str(index))
        etree.SubElement(comment, f"{{{_P}}}pos", x="10", y="10")
        etree.SubElement(comment, f"{{{_P}}}text").text = clean(text)
        holder._blob = _written(comments)
        count = len(comments)
    receipt = deck.receipt
    receipt["verified"] += f"; {count} comments on slide {slide}"
    return Saved(**receipt)


def _part(owner: Any, ending: str, name: str, kind: str, root: str) -> Any:
    """The part of a kind that `owner` leads to; made where there is none (a threaded one is left alone)."""
    from pptx.opc.package import Part
    from pptx.opc.packuri import PackURI

    for rel in owner.rels.values():
        if not rel.is_external and rel.reltype == f"{_R}{ending}":
            return rel.target_part
    package = owner.package
    place = package.next_partname(name) if "%d" in name else PackURI(name)
    part = Part.load(place, f"{_KIND}.{kind}+xml", package, f'<p:{root} xmlns:p="{_P}"/>'.encode())
    owner.relate_to(part, f"{_R}{ending}")
    return part


def _written(tree: Any) -> bytes:
    from lxml import etree

    return etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)


def _authors(presentation: Any) -> dict[str, str]:
    from lxml import etree

    names: dict[str, str] = {}
    for rel in presentation.part.rels.values():
        if not rel.is_external and rel.reltype.endswith(("/commentAuthors", "/authors")):
            for author in etree.fromstring(rel.target_part.blob):
                names[author.get("id", "")] = author.get("name", "")
    return names


def _comments(slide: Any, number: int, authors: dict[str, str]) -> list[Comment]:
    from lxml import etree

    found: list[Comment] = []
    for rel in slide.part.rels.values():
        if rel.is_external or not rel.reltype.endswith("/comments"):
            continue
        for node in etree.fromstring(rel.target_part.blob).iter("{*}cm", "{*}reply"):
            text = node.findtext("{*}text")
            if text is None:
                text = "".join(node.xpath("./*[local-name()='txBody']//*[local-name()='t']/text()"))
            when = node.get("dt") or node.get("created") or ""
            found.append(Comment(slide=number, author=authors.get(node.get("authorId", ""), ""), text=text, when=when))
    return found
