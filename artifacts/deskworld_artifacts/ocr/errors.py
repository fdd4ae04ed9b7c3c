"""What can go wrong between a picture and its words, in words for whoever gave us the picture."""

from ..errors import RenderError


class OcrError(RenderError):
    """Nothing could be read; the text says why. `about` is what was at fault: path, page, box, engine or languages."""

    def __init__(self, message: str, about: str = "path") -> None:
        self.about = about
        super().__init__(message)
