"""An office package from nothing: what every one has beside its own parts. The same parts give the same bytes."""

import io
import zipfile
from collections.abc import Mapping
from datetime import datetime

from .packing import DAY_ONE

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "application/vnd.openxmlformats-officedocument"
"""How the content types of office parts begin."""
CORE = {
    "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
    "docProps/app.xml": f"{OFFICE}.extended-properties+xml",
}
"""The content types of the properties that every file has."""
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def package_of(parts: Mapping[str, str]) -> bytes:
    """A package: its parts by name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, xml in parts.items():
            package.writestr(zipfile.ZipInfo(name, DAY_ONE), xml)
    return stream.getvalue()


def types_xml(kinds: Mapping[str, str]) -> str:
    """The list of content types, by the names of the parts."""
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
    return (
        f'{HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
    )


def relations_xml(*targets: tuple[str, str]) -> str:
    """Relations rId1, rId2 ... by kind (as the office format names it) and target."""
    lines = [
        f'<Relationship Id="rId{number}" Type="{_PACKAGE + "/relationships" if "/" in kind else _RELATIONS}/{kind}" '
        f'Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    ]
    return f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{"".join(lines)}</Relationships>'


def properties_of(main: str, now: datetime) -> dict[str, str]:
    """The package's own relations, to its main part and its properties, and the properties themselves."""
    stamp = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    dates = "".join(f'<dcterms:{n} xsi:type="dcterms:W3CDTF">{stamp}</dcterms:{n}>' for n in ("created", "modified"))
    core = (
        f'{HEAD}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{dates}</cp:coreProperties>'
    )
    extended = _RELATIONS.replace("relationships", "extended-properties")
    return {
        "_rels/.rels": relations_xml(
            ("officeDocument", main),
            ("metadata/core-properties", "docProps/core.xml"),
            ("extended-properties", "docProps/app.xml"),
        ),
        "docProps/core.xml": core,
        "docProps/app.xml": f'{HEAD}<Properties xmlns="{extended}"><Application>Deskworld</Application></Properties>',
    }
