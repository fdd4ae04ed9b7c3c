"""Files: the folder a person works in, with a trash, earlier versions and shares.

It needs no database: what is more than plain files (the trash, versions, who a file is shared with) lies in
the hidden folder `.deskworld` of the workspace, so a copied workspace is whole.
"""

from deskworld_kit import Server

server = Server(
    name="files",
    title="Files",
    summary=(
        "The workspace as a person's file manager: list, read, write, edit, move, search, archive, compare, share. "
        "Paths are relative to the workspace. What is trashed or overwritten can be brought back."
    ),
    package=__name__,
    tools=(
        "folders",
        "reading",
        "writing",
        "moving",
        "trash",
        "search",
        "facts",
        "archives",
        "compare",
        "versions",
        "shares",
    ),
)
