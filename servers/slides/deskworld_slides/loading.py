"""A package whose pictures, films and workbooks stay packed until somebody looks at them.

Most of a deck's bytes are pictures, and most tools never look at one. python-pptx unpacks every part when it opens a
file; here those that are no XML are read when their bytes are asked for, and are the same parts in all else. What the
package was stays known as its `origin`, which writes it.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from deskworld_artifacts.origin import Members, Origin, without_loose_ends
from deskworld_kit import ToolError
from pptx.opc.package import OpcPackage, PartFactory, XmlPart, _PackageLoader
from pptx.opc.packuri import PACKAGE_URI, PackURI
from pptx.package import Package
from pptx.util import lazyproperty

_PACKED = ("/ppt/media/", "/ppt/embeddings/", "/ppt/fonts/")


class _Reader:
    """The members of a package by part name, some of them given in another way, each unpacked when asked for."""

    def __init__(self, members: Members, given: Mapping[str, bytes]) -> None:
        self._members = members
        self._given = given

    def __contains__(self, uri: PackURI) -> bool:
        return uri.membername in self._members

    def __getitem__(self, uri: PackURI) -> bytes:
        try:
            return self._given.get(uri.membername) or self._members[uri.membername]
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise ToolError(f"the deck is damaged: its part {uri.membername} can't be unpacked") from error

    def rels_xml_for(self, name: PackURI) -> bytes | None:
        uri = name.rels_uri
        return self[uri] if uri in self else None  # noqa: SIM401 - no dict


@cache
def _late(kind: type[Any]) -> type[Any]:
    """A kind of part that reads its bytes when they are asked for."""

    class Late(kind):
        unread: Callable[[], bytes] | None = None
        kept: bytes | None = None
        member: str = ""

        @property
        def still_packed(self) -> str:
            """The member of the package that holds its bytes, as long as nobody asked for them or changed them."""
            return self.member if self.kept is None else ""

        @property
        def _blob(self) -> bytes | None:
            if self.kept is None and self.unread is not None:
                self.kept = self.unread()
            return self.kept

        @_blob.setter
        def _blob(self, blob: bytes | None) -> None:
            self.kept = blob

    Late.__name__ = Late.__qualname__ = kind.__name__
    return Late


class _Loader(_PackageLoader):
    """python-pptx's loader over members that are unpacked one by one."""

    @lazyproperty
    def _package_reader(self) -> Any:
        return self._pkg_file

    @lazyproperty
    def _parts(self) -> dict[PackURI, Any]:
        types, members = self._content_types, self._package_reader
        parts: dict[PackURI, Any] = {}
        for name in self._xml_rels:
            if name == PACKAGE_URI or name not in members:
                continue
            kind = PartFactory._part_cls_for(types[name])
            if name.startswith(_PACKED) and not issubclass(kind, XmlPart):
                made: Any = _late(kind).load(name, types[name], self._package, None)
                made.unread = lambda name=name: members[name]
                made.member = name.membername
            else:
                made = kind.load(name, types[name], self._package, members[name])
            parts[name] = made
        return parts


def load(blob: bytes) -> OpcPackage:
    """A package from its bytes; its `origin` is what it came as."""
    members = Members(zipfile.ZipFile(io.BytesIO(blob)))
    package, loose = _load(members, {})
    return _load(members, without_loose_ends(members))[0] if loose else package


def _load(members: Members, given: Mapping[str, bytes]) -> tuple[OpcPackage, bool]:
    """A package, and whether a relation leads nowhere: python-pptx leaves it out, and would give its id away."""
    from pptx.oxml import parse_xml

    reader: Any = _Reader(members, given)
    package: Any = Package(reader)
    loader = _Loader(reader, package)
    rels, parts = loader._load()
    package._rels.load_from_xml(PACKAGE_URI, rels, parts)
    package.origin = Origin(package, members, members.archive, parse_xml, given)
    return package, any(name != PACKAGE_URI and name not in reader for name in loader._xml_rels)
