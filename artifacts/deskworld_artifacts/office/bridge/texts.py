# pyright: basic, reportMissingImports=false
"""Text documents with comments, which the builds of LibreOffice without windows (`-nogui`) do not survive.

They lack the file that describes how a comment looks in the margin, and end over the first one that they are about to
show. So a text is loaded with nothing to show it in. To be laid out it needs a view, and gets one once its comments are
taken out: they take no room on a page, so it looks the same. To be stored in another format it needs none, and keeps
them; but objects such as formulas are stored in Word's formats only where they were laid out.
"""

from __future__ import annotations

from com.sun.star.uno import Exception as UnoException

from .refusal import Refused
from .values import properties

TEXT = "com.sun.star.text.TextDocument"
COMMENT = "com.sun.star.text.textfield.Annotation"


def load_text(office, address: str, asked: dict, *, laid_out: bool):
    """The document at an address, opened as asked; None where it is no text."""
    reader = _reader(office, address)
    if not reader:
        return None
    document = office.service(TEXT)
    try:
        document.load(tuple(properties({**asked, "URL": address, "FilterName": reader})))
    except UnoException:
        raise Refused("LibreOffice cannot open it: it is damaged or protected by a password") from None
    comments = _comments(document)
    if comments and not laid_out:
        return document
    if comments:
        _take_out(document, comments)
    view = tuple(properties({"Model": document, "Hidden": True}))
    return office.desktop.loadComponentFromURL("private:object", "_blank", 0, view)


def _reader(office, address: str) -> str:
    """The filter that reads the file as a text document; empty where it is something else."""
    types = office.service("com.sun.star.document.TypeDetection")
    kind, _ = types.queryTypeByDescriptor(tuple(properties({"URL": address})), True)
    reader = _facts(types, kind).get("PreferredFilter", "")
    filters = office.service("com.sun.star.document.FilterFactory")
    return reader if _facts(filters, reader).get("DocumentService") == TEXT else ""


def _facts(names, name: str) -> dict:
    return {one.Name: one.Value for one in names.getByName(name)} if name and names.hasByName(name) else {}


def _take_out(document, comments: list) -> None:
    document.RecordChanges = False  # else they would be struck out, and stay
    for comment in comments:
        comment.Anchor.Text.removeTextContent(comment)
    if _comments(document):
        document.close(True)
        raise Refused("it holds comments that can't be taken out, and LibreOffice without windows can't show them")


def _comments(document) -> list:
    fields = document.TextFields.createEnumeration()
    found = []
    while fields.hasMoreElements():
        field = fields.nextElement()
        if field.supportsService(COMMENT):
            found.append(field)
    return found
