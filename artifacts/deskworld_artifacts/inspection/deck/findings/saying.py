"""How findings are said: one sentence that names the slide, the shape and the fault."""

from ..facts import Finding, FindingKind, Shape, Slide


def finding(kind: FindingKind, slide: Slide, shape: Shape, words: str) -> Finding:
    """A finding on one shape."""
    message = f"Slide {slide.index}: {words}"
    return Finding(kind=kind, slide=slide.index, shapes=[shape.id], boxes=[shape.bounds], message=message)


def short(text: str, most: int = 60) -> str:
    """Words on one line, the end of long ones left off."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
