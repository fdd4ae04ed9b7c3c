"""The safe copies against the photos, place by place: what is private can't be brought back, the rest is as it was."""

from typing import Any

from deskworld_verifiers import (
    Submission,
    changed_outside,
    check,
    detail_left,
    gps_of,
    kilobytes,
    lacks,
    legibility,
    mentions,
    picture_difference,
    stray_figures,
    text_contrast,
)

POSTS, ALT = "rules/posts.csv", "out/posts/alt-texts.csv"

# Where each private word stands in the upright photo: left, top, right, bottom.
PRIVATE: dict[str, dict[str, tuple[int, int, int, int]]] = {
    "yard.jpg": {"OR 483 KLM": (252, 884, 398, 924), "WA 7TRX02": (1094, 878, 1246, 920)},
    "tour.jpg": {"Helen Brandt": (320, 764, 500, 822), "Tariq Aziz": (718, 780, 872, 838)},
    "programme.jpg": {"HLR-Staff": (420, 612, 578, 666), "brew4Lisbon88": (470, 658, 752, 726)},
    "counter.jpg": {
        "Joanna": (996, 774, 1098, 822), "Kessler": (1114, 800, 1236, 850), "503-555-0177": (988, 830, 1196, 894),
    },
}  # fmt: skip
KIND = {
    "yard.jpg": (("plate", "plates", "license", "licence"),),
    "tour.jpg": (("badge", "badges"),),
    "programme.jpg": (("password", "wifi", "wi-fi", "network", "wlan"),),
    "counter.jpg": (("name", "names"), ("phone", "telephone", "number")),
}
SEEN = {
    "yard.jpg": (("car", "cars", "vehicles"), ("building", "roastery", "brick", "house", "sign")),
    "tour.jpg": (("guest", "guests", "people", "visitors", "persons", "man", "woman"), ("tour", "roaster", "roastery")),
    "programme.jpg": (("whiteboard", "board"), ("programme", "program", "schedule")),
    "counter.jpg": (("bag", "bags"), ("mug", "cup", "counter", "slip")),
}
REACH = 30
"""Pixels around a private word that may be covered with it."""
REST = {
    "programme.jpg": ((210, 160, 800, 470), "13:00 Latte art contest"),
    "counter.jpg": ((930, 640, 1430, 800), "2 x Spring Blend"),
}


def safe(photo: str) -> str:
    return f"out/safe/{photo}"


def posts(s: Submission) -> list[dict[str, str]]:
    return list(s.table(POSTS))


def around(box: tuple[int, int, int, int], reach: int) -> tuple[int, int, int, int]:
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def tells_nothing(s: Submission, path: str) -> None:
    """No place and no camera in the file."""
    from PIL import Image

    facts = s.image(path)
    assert (facts.format, facts.orientation) == ("jpeg", 1), f"{path}: {facts.format}, orientation {facts.orientation}"
    assert not gps_of(s.file(path)), f"{path} tells where it was taken"
    with Image.open(s.file(path)) as picture:
        told = [str(picture.getexif()[tag]) for tag in (0x010F, 0x0110, 0x0132) if tag in picture.getexif()]
    assert not told, f"{path} keeps the camera's facts: {told}"


@check("format")
def safe_copies_are_whole(s: Submission) -> None:
    """A copy of each photo and no other, upright and in full size, without the camera's facts."""
    wanted = [safe(photo) for photo in sorted(PRIVATE)]
    assert s.files("out/safe/*") == wanted, f"there are {s.files('out/safe/*')}, not {wanted}"
    for photo in PRIVATE:
        tells_nothing(s, safe(photo))
        was, now = s.image(f"photos/{photo}"), s.image(safe(photo))
        size = (was.upright_width, was.upright_height)
        assert (now.width, now.height) == size, f"{safe(photo)} is {now.width} x {now.height}, the photo {size}"


@check("content")
def private_words_are_gone(s: Submission) -> None:
    """Of no private word anything can be told, neither by its pixels nor by reading."""
    for photo, words in PRIVATE.items():
        for word, box in words.items():
            left = detail_left(s.file(f"photos/{photo}"), s.file(safe(photo)), box)
            assert left <= 0.3, f"{photo}: {word!r} can be brought back ({left:.0%} of its detail is left)"
        word, box = list(words.items())[-1]  # reading takes a while: the pixels have told of the others
        if text_contrast(s.file(safe(photo)), box) < 1.15:
            continue  # one colour all over
        found = legibility(s.file(safe(photo)), word, box=around(box, REACH))
        assert found < 0.7, f"{photo}: {word!r} can be read ({found:.2f})"


@check("content")
def the_rest_is_as_it_was(s: Submission) -> None:
    """Outside of the private words nothing changed, and what stands near them can be read."""
    for photo, words in PRIVATE.items():
        boxes = [around(box, REACH) for box in words.values()]
        changed = changed_outside(s.file(f"photos/{photo}"), s.file(safe(photo)), *boxes, tolerance=20)
        assert changed <= 0.004, f"{photo}: {changed:.1%} of the rest changed"
        if photo in REST:
            box, text = REST[photo]
            found = legibility(s.file(safe(photo)), text, box=box)
            assert found >= 0.85, f"{photo}: {text!r} can't be read any more ({found:.2f})"


@check("format")
def posts_have_their_sizes(s: Submission) -> None:
    """Each post of the list and no other, in its size, not too large, without the camera's facts."""
    wanted = sorted(f"out/posts/{post['post']}" for post in posts(s))
    assert s.files("out/posts/*.jpg") == wanted, f"there are {s.files('out/posts/*.jpg')}, not {wanted}"
    for post in posts(s):
        path = f"out/posts/{post['post']}"
        tells_nothing(s, path)
        facts = s.image(path)
        assert (facts.width, facts.height) == (int(post["width"]), int(post["height"])), (
            f"{path} is {facts.width} x {facts.height}"
        )
        assert kilobytes(s.file(path)) <= 500, f"{path} takes {kilobytes(s.file(path)):.0f} KB"


@check("rendered")
def posts_are_cut_from_the_safe_copies(s: Submission) -> None:
    """The middle of the safe copy, as much as its ratio allows, not stretched, and sharp."""
    for post in posts(s):
        facts = s.image(safe(post["photo"]))
        width, height = int(post["width"]), int(post["height"])
        scale = min(facts.width / width, facts.height / height)
        across, down = round(width * scale), round(height * scale)
        left, top = (facts.width - across) // 2, (facts.height - down) // 2
        apart = picture_difference(
            s.file(f"out/posts/{post['post']}"),
            s.file(safe(post["photo"])),
            other_box=(left, top, left + across, top + down),
        )
        assert apart <= 4, f"{post['post']} is not the middle of the safe copy of {post['photo']} ({apart:.1f} apart)"


def alt_texts(s: Submission) -> dict[str, str]:
    rows: list[Any] = s.table(ALT)
    assert all(set(row) == {"post", "alt_text"} for row in rows), f"the columns are {list(rows[0]) if rows else []}"
    return {row["post"]: row["alt_text"] for row in rows}


@check("content")
def alt_texts_say_what_is_seen(s: Submission) -> None:
    """A line for each post in order, of the right length, about what the photo shows, with nothing private."""
    texts = alt_texts(s)
    assert list(texts) == [post["post"] for post in posts(s)], f"the lines are {list(texts)}"
    for post in posts(s):
        text = texts[post["post"]]
        assert 30 <= len(text) <= 150, f"{post['post']}: {len(text)} characters"
        for words in SEEN[post["photo"]]:
            assert mentions(text, *words), f"{post['post']}: {text!r} names none of {words}"
        private = [word for each in PRIVATE.values() for word in each]
        parts = [part for word in private for part in (word, *word.split()) if len(part) > 3]
        assert not mentions(text, *parts), f"{post['post']}: {text!r} repeats something private"
        strays = stray_figures(text, *(time for time in ("10:00", "11:30", "13:00", "12 oz", "2 x Spring Blend")))
        assert not strays, f"{post['post']}: the alt text says {strays}"


@check("tools")
def each_was_looked_at(s: Submission) -> None:
    """Each safe copy and each post was seen after its last change."""
    paths = [*(safe(photo) for photo in PRIVATE), *(f"out/posts/{post['post']}" for post in posts(s))]
    unseen = [path for path in paths if not s.trajectory.rendered_after_last_change(path)]
    assert not unseen, f"not looked at after the last change: {unseen}"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_what_was_covered(s: Submission) -> None:
    """For each photo the kind of thing that was covered, and nothing private."""
    names = [photo.split(".")[0] for photo in PRIVATE]
    assert not lacks(s.answer, *names), f"the answer does not name {lacks(s.answer, *names)}"
    for photo, kinds in KIND.items():
        for words in kinds:
            assert mentions(s.answer, *words), f"the answer names nothing like {words[0]}, of {photo}"
    private = [part for each in PRIVATE.values() for word in each for part in (word, *word.split()) if len(part) > 3]
    assert not mentions(s.answer, *private), f"the answer repeats {mentions(s.answer, *private)}"


@check("rendered")
def posts_show_nothing_private(s: Submission) -> None:
    """In the posts, too, nothing can be told of a private word: each is held against the same cut of the photo."""
    from io import BytesIO

    from PIL import Image, ImageOps

    for post in posts(s):
        width, height = int(post["width"]), int(post["height"])
        facts = s.image(f"out/posts/{post['post']}")
        assert (facts.width, facts.height) == (width, height), f"{post['post']} is {facts.width} x {facts.height}"
        with Image.open(s.file(f"photos/{post['photo']}")) as photo:
            upright = ImageOps.exif_transpose(photo)
            scale = max(width / upright.width, height / upright.height)
            left, top = (upright.width - width / scale) / 2, (upright.height - height / scale) / 2
            buffer = BytesIO()
            ImageOps.fit(upright, (width, height)).save(buffer, "PNG", icc_profile=None)
        for word, box in PRIVATE[post["photo"]].items():
            here = [round((each - by) * scale) for each, by in zip(box, (left, top, left, top), strict=True)]
            here = [max(0, here[0]), max(0, here[1]), min(width, here[2]), min(height, here[3])]
            if here[2] - here[0] < 12 or here[3] - here[1] < 12:
                continue  # it was cut off
            found = detail_left(buffer.getvalue(), s.file(f"out/posts/{post['post']}"), here)
            assert found <= 0.3, f"{post['post']}: {word!r} can be told ({found:.0%} of its detail is left)"
