"""How two pictures of one size differ: structural similarity, and the places where they are not the same."""

from __future__ import annotations

from typing import Any

from deskworld_image.canvas import Area


def ssim(one: Any, two: Any) -> float:
    """Mean structural similarity of two 8-bit grey arrays, as Wang et al. (2004) define it: 11 x 11 Gaussian of 1.5."""
    import cv2
    import numpy

    if max(one.shape) > 2000:  # beyond what is seen at once, a coarser look says the same
        size = (max(1, one.shape[1] // 2), max(1, one.shape[0] // 2))
        return ssim(
            cv2.resize(one, size, interpolation=cv2.INTER_AREA), cv2.resize(two, size, interpolation=cv2.INTER_AREA)
        )

    def mean(values: Any) -> Any:
        return cv2.GaussianBlur(values, (11, 11), 1.5)

    a, b = one.astype(numpy.float32), two.astype(numpy.float32)
    first, second = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mean_a, mean_b = mean(a), mean(b)
    spread_a, spread_b = mean(a * a) - mean_a**2, mean(b * b) - mean_b**2
    shared = mean(a * b) - mean_a * mean_b
    above = (2 * mean_a * mean_b + first) * (2 * shared + second)
    below = (mean_a**2 + mean_b**2 + first) * (spread_a + spread_b + second)
    return float((above / below).mean())


def regions(different: Any) -> list[Area]:
    """Boxes around what differs, near places joined, largest first."""
    import cv2
    import numpy

    if not different.any():
        return []
    reach = max(3, max(different.shape) // 100) | 1
    joined = cv2.dilate(different.astype(numpy.uint8), numpy.ones((reach, reach), numpy.uint8))
    count, labels = cv2.connectedComponents(joined)
    labels = numpy.where(different, labels, 0)
    found: list[Area] = []
    for number, place in enumerate(_slices(labels, count), 1):
        if place is not None:
            rows, columns = numpy.nonzero(labels[place] == number)
            if len(rows):
                top, left = place[0].start, place[1].start
                box = (left + columns.min(), top + rows.min(), left + columns.max() + 1, top + rows.max() + 1)
                found.append(tuple(int(each) for each in box))  # pyright: ignore[reportArgumentType]
        if len(found) >= 2000:
            break
    return sorted(found, key=lambda box: (-(box[2] - box[0]) * (box[3] - box[1]), box[1], box[0]))


def _slices(labels: Any, count: int) -> list[Any]:
    """Where each label lies, in one pass."""
    import numpy

    rows, columns = numpy.nonzero(labels)
    order = labels[rows, columns]
    found: list[Any] = [None] * (count - 1)
    low = numpy.full((count, 2), numpy.iinfo(numpy.int64).max)
    high = numpy.zeros((count, 2), numpy.int64)
    for axis, values in enumerate((rows, columns)):
        numpy.minimum.at(low[:, axis], order, values)
        numpy.maximum.at(high[:, axis], order, values + 1)
    for number in range(1, count):
        if high[number, 0]:
            found[number - 1] = (slice(low[number, 0], high[number, 0]), slice(low[number, 1], high[number, 1]))
    return found


def marked(pixels: Any, different: Any, boxes: list[Area]) -> Any:
    """A picture paled, with what differs in red and boxes around it."""
    import numpy
    from PIL import Image, ImageDraw

    pale = (pixels.astype(numpy.uint16) + 2 * 255) // 3
    pale[different] = (214, 20, 60)
    image = Image.fromarray(pale.astype(numpy.uint8))
    pen = ImageDraw.Draw(image)
    gap = max(2, max(image.size) // 300)
    for left, top, right, bottom in boxes[:50]:
        pen.rectangle((left - gap, top - gap, right + gap, bottom + gap), outline=(150, 0, 40), width=max(1, gap // 2))
    return image
