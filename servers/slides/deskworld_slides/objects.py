"""Names for python-pptx's objects.

The library's own annotations say that an element may be None where it never is, and that one shape is every shape, so a
checker can't follow them. Here each object has a name that a reader understands; what it can do is tested, not typed.
"""

from typing import Any, TypeAlias

Presentation: TypeAlias = Any
Slide: TypeAlias = Any
SlideLayout: TypeAlias = Any
Shape: TypeAlias = Any
Element: TypeAlias = Any
Part: TypeAlias = Any
