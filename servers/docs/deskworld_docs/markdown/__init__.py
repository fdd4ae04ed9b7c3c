"""Markdown as a tree of blocks and spans: read from text, written as text. It knows nothing of Word."""

from deskworld_docs.markdown.leftovers import leftovers
from deskworld_docs.markdown.model import Block, Span
from deskworld_docs.markdown.parsing import parse_blocks, parse_inline
from deskworld_docs.markdown.writing import write_blocks, write_inline

__all__ = ["Block", "Span", "leftovers", "parse_blocks", "parse_inline", "write_blocks", "write_inline"]
