"""Measuring pictures: their colours, how sharp and well lit they are, and how two of them differ."""

from __future__ import annotations

from typing import Annotated, Any

from deskworld_kit import Box, Point, Result, Shown, World, say_color, tool
from pydantic import Field

from deskworld_image.arguments import Byte, Units, within
from deskworld_image.opening import reading


class ColorShare(Result):
    """A colour and how much of the picture it is."""

    color: str
    share: float = Field(description="0 to 1.")


class ImageColors(Result):
    """The colours of a picture."""

    path: str
    box: list[int]
    colors: list[ColorShare] = Field(description="Most of it first; near ones are one.")
    distinct: int = Field(description="Different colours; -1 for over 100,000.")
    average: str
    points: list[str] = Field(description="The colour at each point asked for.")


class ImageCheck(Result):
    """How good a picture is."""

    path: str
    sharpness: float = Field(description="Variance of its edges at 1000 px; under about 60 looks blurred.")
    brightness: float = Field(description="0 black to 1 white.")
    contrast: float = Field(description="Spread between its dark and light 5 %, 0 to 1.")
    clipped_dark: float = Field(description="Share of pixels that are black.")
    clipped_light: float
    noise: float = Field(description="Of 255.")
    histogram: list[float] = Field(description="Share in 16 steps, dark to light.")
    findings: list[str]


class Changed(Result):
    """An area where two pictures differ."""

    box: list[int]
    difference: float = Field(description="Mean, of 255.")


class Comparison(Result):
    """How two pictures differ."""

    same_size: bool
    identical: bool = Field(description="Every pixel is the same.")
    similarity: float = Field(description="SSIM: 1 is the same, 0 has nothing in common.")
    changed: float = Field(description="Share of pixels that differ by more than the tolerance.")
    largest: int = Field(description="The largest difference, of 255.")
    boxes: list[Changed] = Field(description="Where, largest first, in pixels of the first.")
    warnings: list[str]


@tool("read", core=True)
def get_image_colors(
    world: World,
    path: str,
    count: Annotated[int, within(1, 32)] = 8,
    box: Box | None = None,
    points: list[Point] | None = None,
    units: Units = "px",
) -> ImageColors:
    """The main colours with their shares, of a picture or a box, and the exact colour at points."""
    from deskworld_image.showing import eight_bits

    with reading(world, path, first_only=True) as canvas:
        area = canvas.area(box, units)
        at = [canvas.point(point, units, argument="points") for point in points or ()]
        whole = eight_bits(canvas)
        found: list[str] = []
        for x, y in at:
            values = [int(value) for value in whole[y, x]]
            found.append(say_color(tuple(values) if len(values) > 2 else (values[0],) * 3 + tuple(values[1:])))
        left, top, right, bottom = area
        shares, average, distinct = _colors(whole[top:bottom, left:right], count)
    return ImageColors(
        path=canvas.name, box=list(area), colors=shares, distinct=distinct, average=average, points=found
    )


def _colors(pixels: Any, count: int) -> tuple[list[ColorShare], str, int]:
    import numpy
    from PIL import Image

    if pixels.shape[2] in (1, 2):
        pixels = numpy.concatenate([pixels[..., :1]] * 3 + [pixels[..., 1:]], axis=2)
    total = pixels.shape[0] * pixels.shape[1]
    seen = pixels[pixels[..., 3] > 127][:, :3] if pixels.shape[2] == 4 else pixels.reshape(-1, 3)
    if not len(seen):
        return [], "#00000000", 0
    listed = Image.frombytes("RGB", (len(seen), 1), numpy.ascontiguousarray(seen).tobytes()).getcolors(100_000)
    distinct = len(listed) if listed else -1
    average = say_color(tuple(int(value) for value in numpy.rint(seen.mean(axis=0))))
    if listed and len(listed) <= count:
        ranked = sorted(((n, color) for n, color in listed), reverse=True)  # pyright: ignore[reportArgumentType]
        return [ColorShare(color=say_color(color), share=round(n / total, 4)) for n, color in ranked], average, distinct  # pyright: ignore[reportArgumentType]
    step = max(1, len(seen) // 200_000)
    return _clusters(seen[::step], count, len(seen) / total), average, distinct


def _clusters(seen: Any, count: int, part: float) -> list[ColorShare]:
    """The commonest colours, near ones gathered under the one that most of them have."""
    import numpy

    coarse = (seen >> 3).astype(numpy.int64)
    _, index, counts = numpy.unique(
        coarse[:, 0] << 10 | coarse[:, 1] << 5 | coarse[:, 2], return_inverse=True, return_counts=True
    )
    sums = numpy.stack([numpy.bincount(index, seen[:, band], len(counts)) for band in range(3)], axis=1)
    means = sums / counts[:, None]
    groups: list[tuple[Any, int]] = []
    for n in numpy.argsort(-counts, kind="stable")[:4096]:
        for place, (mean, size) in enumerate(groups):
            if numpy.abs(mean - means[n]).sum() < 48:
                groups[place] = (mean, size + int(counts[n]))
                break
        else:
            groups.append((means[n], int(counts[n])))
    groups.sort(key=lambda group: -group[1])
    return [
        ColorShare(color=say_color(tuple(int(v) for v in numpy.rint(mean))), share=round(size * part / len(seen), 4))
        for mean, size in groups[:count]
    ]


@tool("read")
def check_image(world: World, path: str) -> ImageCheck:
    """How sharp, bright, contrasty and noisy a picture is, with what is wrong in words."""
    import cv2
    import numpy

    from deskworld_image.showing import grey

    with reading(world, path, first_only=True) as canvas:
        light = grey(canvas)
    edge = max(light.shape)
    small = light
    if edge > 1000:
        size = (max(1, light.shape[1] * 1000 // edge), max(1, light.shape[0] * 1000 // edge))
        small = cv2.resize(light, size, interpolation=cv2.INTER_AREA)
    sharpness = float(cv2.Laplacian(small, cv2.CV_64F).var())
    low, high = (float(each) for each in numpy.percentile(light, [5, 95]))
    shares = numpy.bincount(light.ravel() >> 4, minlength=16) / light.size
    smooth = cv2.medianBlur(light, 3).astype(numpy.int16)
    noise = float(numpy.median(numpy.abs(light.astype(numpy.int16) - smooth))) * 1.4826
    dark, clear = float((light <= 2).mean()), float((light >= 253).mean())
    brightness, contrast = float(light.mean()) / 255, (high - low) / 255
    findings: list[str] = []
    if light.min() == light.max():
        findings.append("blank: all pixels are the same")
    else:
        if sharpness < 60:
            findings.append("looks blurred")
        if brightness < 0.2:
            findings.append("too dark")
        if brightness > 0.9:
            findings.append("very light")
        if contrast < 0.25:
            findings.append("low contrast")
        if noise > 6:
            findings.append("noisy")
    return ImageCheck(
        path=canvas.name,
        sharpness=round(sharpness, 1),
        brightness=round(brightness, 4),
        contrast=round(contrast, 4),
        clipped_dark=round(dark, 4),
        clipped_light=round(clear, 4),
        noise=round(noise, 2),
        histogram=[round(float(each), 4) for each in shares],
        findings=findings,
    )


@tool("read", core=True)
def compare_images(world: World, path: str, other: str, tolerance: Byte = 12) -> Shown[Comparison]:
    """How two pictures differ: similarity, changed boxes, and a view with the changes marked."""
    import numpy
    from deskworld_kit import picture
    from PIL import Image

    from deskworld_image.differing import marked, regions, ssim
    from deskworld_image.showing import eight_bits, flat

    with (
        reading(world, path, first_only=True) as first,
        reading(world, other, argument="other", first_only=True) as second,
    ):
        one, two = flat(first), flat(second)
        warnings: list[str] = []
        same_size = one.size == two.size
        if not same_size:
            ratio, second_ratio = one.width / one.height, two.width / two.height
            if abs(ratio / second_ratio - 1) > 0.1:
                warnings.append("the sides' ratios differ; the second was stretched to the first's size")
            warnings.append(f"sizes differ: {one.width} x {one.height} and {two.width} x {two.height} px")
            two = two.resize(one.size, Image.Resampling.LANCZOS)
        a, b = numpy.asarray(one), numpy.asarray(two)
        apart = numpy.abs(a.astype(numpy.int16) - b).max(axis=2)
        if first.has_alpha or second.has_alpha:
            apart = numpy.maximum(apart, _opacity_apart(eight_bits(first), eight_bits(second), apart.shape))
        identical = same_size and not apart.any() and first.depth == second.depth
        if identical and first.depth > 8:
            identical = bool((first.frames[0].pixels == second.frames[0].pixels).all())
        found = regions(apart > tolerance)
        facts = Comparison(
            same_size=same_size,
            identical=identical,
            similarity=round(ssim(numpy.asarray(one.convert("L")), numpy.asarray(two.convert("L"))), 5),
            changed=round(float((apart > tolerance).mean()), 6),
            largest=int(apart.max()),
            boxes=[
                Changed(box=list(box), difference=round(float(apart[box[1] : box[3], box[0] : box[2]].mean()), 1))
                for box in found[:50]
            ],
            warnings=warnings,
        )
    shown = [] if identical else [picture(marked(b, apart > tolerance, found[:50]), label="The second, changes in red")]
    return Shown(facts, shown)


def _opacity_apart(one: Any, two: Any, shape: tuple[int, int]) -> Any:
    import cv2
    import numpy

    found: list[Any] = []
    for pixels in (one, two):
        opacity = pixels[..., -1] if pixels.shape[2] in (2, 4) else numpy.full(pixels.shape[:2], 255, numpy.uint8)
        if opacity.shape != shape:
            opacity = cv2.resize(numpy.ascontiguousarray(opacity), shape[::-1])
        found.append(opacity.astype(numpy.int16))
    return numpy.abs(found[0] - found[1])
