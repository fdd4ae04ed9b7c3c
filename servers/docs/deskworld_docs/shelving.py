"""The pictures of a Markdown file: in a folder beside it, saved all or none."""

from __future__ import annotations

from deskworld_kit import World

from deskworld_docs.objects import Part


class Shelf:
    """The pictures of a Markdown file, in a folder beside it."""

    def __init__(self, world: World, path: str, *, overwrite: bool) -> None:
        self.world = world
        self.overwrite = overwrite
        self.beside, _, name = path.rpartition("/")
        self.folder = f"{name.rpartition('.')[0]}_media"
        self.parts: dict[Part, str] = {}
        self.files: list[str] = []

    def name(self, part: Part, alt: str) -> str:
        """How the Markdown links a picture."""
        if part not in self.parts:
            self.parts[part] = f"{self.folder}/{part.partname.filename}"
        return self.parts[part]

    def write(self) -> None:
        """Save the pictures; none where one of them may not be."""
        folder = f"{self.beside}/" if self.beside else ""
        space = self.world.workspace
        places = {
            part: space.new_target(f"{folder}{name}", overwrite=self.overwrite, argument="target")
            for part, name in self.parts.items()
        }
        for part, place in places.items():
            with space.writing(place) as temporary:
                temporary.write_bytes(part.blob)
            self.files.append(space.relative(place))
