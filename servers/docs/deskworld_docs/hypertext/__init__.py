"""A web page as a tree of blocks and spans, as Markdown is one: read from HTML, written as HTML. It knows no Word."""

from deskworld_docs.hypertext.reading import PageRead, read_page
from deskworld_docs.hypertext.writing import write_page

__all__ = ["PageRead", "read_page", "write_page"]
