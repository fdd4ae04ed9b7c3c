"""Names for what python-docx and lxml hand out.

The libraries' own annotations say that an element may be None where it never is. Here each object has a name that a
reader understands; what it can do is tested, not typed.
"""

from typing import Any, TypeAlias

Document: TypeAlias = Any
Element: TypeAlias = Any
Part: TypeAlias = Any
