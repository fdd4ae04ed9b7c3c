"""Maps in true places and proportions, and posters in which all is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_draw.mapping import MapPlace
from deskworld_kit import ToolError

HARBOURS = [("Rotterdam", 51.9, 4.5, 14), ("Bergen", 60.4, 5.3, 3), ("Hamburg", 53.5, 10.0, 8)]


def markers(*more: tuple[str, float, float, float]) -> list[MapPlace]:
    return [MapPlace(label=name, lat=lat, lon=lon, value=value) for name, lat, lon, value in (*HARBOURS, *more)]


def test_markers_countries_routes_and_the_world_are_clean(do: Any, root: Path) -> None:
    values = [
        MapPlace(country=name, value=n) for n, name in enumerate(("India", "usa", "CHN", "Türkiye", "Côte d'Ivoire"))
    ]
    tokyo = markers(("東京", 35.7, 139.7, 2), ("San Francisco", 37.8, -122.4, 1))
    for more in (
        {"places": markers()},
        {"places": values, "number_format": "0.0a"},
        {"places": tokyo, "route": True, "dark": True},
        {},
    ):
        made = do.draw_map(path="m.png", title="A map", **more)
        first = (root / "m.png").read_bytes()
        assert made.facts.warnings == [], more
        do.draw_map(path="m.png", title="A map", **more)
        assert (root / "m.png").read_bytes() == first


def test_russia_is_no_band_round_the_world(do: Any, drawn: Any) -> None:
    """Countries over the date line are drawn in their two places, not as a stripe between them."""
    made = do.draw_map(
        path="m.png", places=[MapPlace(country="Russia", color="#ff0000"), *markers(("Rio", -22.9, -43.2, 1))]
    )
    shown = drawn(made).convert("RGB")
    red = [x for x in range(shown.width) for y in range(shown.height) if shown.getpixel((x, y)) == (255, 0, 0)]
    inside = [x for x in red if shown.width * 0.25 < x < shown.width * 0.5]
    assert len(red) > 5000 and not inside


def test_places_that_are_none(do: Any) -> None:
    for place, words in (
        (MapPlace(country="Atlantis"), "there is no country 'Atlantis'"),
        (MapPlace(lat=95, lon=0), "is no place; lat is -90 to 90"),
        (MapPlace(label="x"), "either a `country`, or `lat` and `lon`"),
        (MapPlace(country="NL", color="blurple"), "is no colour"),
    ):
        with pytest.raises(ToolError, match=words):
            do.draw_map(path="m.png", places=[place])
    with pytest.raises(ToolError, match="named twice"):
        do.draw_map(path="m.png", places=[MapPlace(country="NL"), MapPlace(country="Netherlands")])
    assert do.list_map_countries(query="nether").items[0].code3 == "NLD"


def test_areas_are_true() -> None:
    """Both projections keep areas: Greenland is 0.28 of Brazil's size... and not larger, as on many maps."""
    from deskworld_draw.atlas import area_of, country, equal_earth

    def size(name: str) -> float:
        import numpy as np

        rings = (polygon[0] for polygon in country(name, argument="x").polygons)
        return sum(abs(area_of(np.stack(equal_earth(ring[:, 0], ring[:, 1]), axis=1))) for ring in rings)

    assert size("Greenland") / size("Brazil") == pytest.approx(2.166 / 8.516, rel=0.03)


BODY = "## When\nSaturday 14 June\n## Where\nThe **old** quay\n## What\n- Boats\n- Food from eleven kitchens"


@pytest.mark.parametrize(
    ("size", "layout", "count"),
    [
        ("a4", "type", 0),
        ("a4", "hero", 1),
        ("wide", "split", 1),
        ("portrait", "grid", 3),
        ("story", "hero", 1),
        ("banner", "type", 0),
    ],
)
@pytest.mark.parametrize("theme", ["light", "color"])
def test_posters_fit_and_are_the_same_again(
    do: Any, root: Path, photo: str, size: str, layout: str, count: int, theme: str
) -> None:
    call = {
        "path": "p.png",
        "title": "Harbour Day 2026",
        "size": size,
        "layout": layout,
        "pictures": [photo] * count,
        "theme": theme,
    }
    if size != "banner":
        call |= {"body": BODY, "subtitle": "For everybody", "footer": "harborlight.example"}
    made = do.make_poster(**call)
    assert made.facts.warnings == [] and f"layout {layout}; all text fits" in made.facts.verified
    if theme == "light":
        first = (root / "p.png").read_bytes()
        do.make_poster(**call)
        assert (root / "p.png").read_bytes() == first


def test_a_poster_as_pdf_with_a_code_that_is_read(do: Any, root: Path) -> None:
    from deskworld_draw.coding import read_again
    from deskworld_draw.saving import pdf_to_png
    from deskworld_kit import open_image

    made = do.make_poster(
        path="p.pdf", title="夏祭り 2026", body="## 日時\n七月十四日", qr="https://x.example/日本", size="a3"
    )
    assert "PDF, 1 page" in made.facts.verified
    assert read_again(open_image(pdf_to_png((root / "p.pdf").read_bytes(), 1600))) == "https://x.example/日本"


def test_a_word_longer_than_a_line_is_broken_and_the_rest_stays_large(do: Any) -> None:
    word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    made = do.make_poster(path="long.png", title=word, body="Ein Satz.", size="story")
    assert any("was broken" in each for each in made.facts.warnings)
    assert int(made.facts.verified.split("smallest ")[1].split()[0]) > 35


def test_posters_with_too_much_to_say(do: Any, root: Path) -> None:
    small = do.make_poster(path="p.png", title="Much", body="\n".join(["words " * 30] * 30), size="square")
    assert any("became" in each for each in small.facts.warnings)
    with pytest.raises(ToolError, match="body: there is more text than"):
        do.make_poster(path="x.png", title="Too much", body="\n".join(["words " * 400] * 7), size="banner")
    for more, words in (
        ({"layout": "hero"}, "is made for pictures"),
        ({"title": " "}, "title: "),
        ({"pictures": ["no.png"]}, "pictures: there is no file"),
        ({"color": "blurple"}, "color: 'blurple' is no colour"),
    ):
        with pytest.raises(ToolError, match=words):
            do.make_poster(**{"path": "x.png", "title": "A", **more})
    assert not (root / "x.png").exists()


def test_text_on_posters_is_text(do: Any, root: Path) -> None:
    made = do.make_poster(
        path="p.png", title="<script>alert(1)</script> & </h1>", body="## <b>\n<img src=x onerror=alert(1)>"
    )
    assert made.facts.warnings == []


def test_a_poster_is_read_as_its_title_is(do: Any, drawn: Any) -> None:
    """A Hebrew or an Arabic title stands at the right, and what goes with it."""
    for title, right in (("מסיבת קיץ", True), ("مهرجان الصيف", True), ("Summer fair", False)):
        made = do.make_poster(path="p.png", title=title, body="x", size="square")
        image = drawn(made).convert("L")
        dark = [x for x in range(image.width) for y in range(60, image.height, 8) if image.getpixel((x, y)) < 60]
        assert (sum(dark) / len(dark) > image.width / 2) == right, title
