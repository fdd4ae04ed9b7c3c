"""What a text says beyond what it may: figures, and names, that are none of those at hand.

That an answer has every fact says nothing about what stands beside them: a wrong price in the next line, the mail of
one customer with another's name in it. So a check gives what may be said, and gets back what else is:

    assert not stray_figures(mail.body, "W-3012", "2 lb", total, *prices, ships)       # nothing but these
    assert not stray_names(mail.body, known=["Carla Ruiz", "Grace Liu"], cast=everybody)

Every digit counts, also in codes and in product names: pass as text what is allowed as it stands.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, time

from deskworld_verifiers.answers import numbers
from deskworld_verifiers.days import days_in

_TIME = re.compile(
    r"(?<![\w.,:])(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d)(?::\d\d)?)?\s?(?:(?P<half>[ap])\.?m\b\.?|o['’]clock\b)"
    r"|(?<![\w.,:])(?P<hour24>\d\d?):(?P<minute24>\d\d)(?::\d\d)?(?![\d:])"
    r"|(?<=\bat\s)(?P<bare>\d\d?)\b(?![:.,]\d|\s?%)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^[ \t]*(?:[-*•>][ \t]*)?\d{1,2}[.)][ \t]+(?=\S)", re.MULTILINE)
_CODE = re.compile(r"[^\s()\[\]{}\"'“”‘’„*`|;␟]*\d[^\s()\[\]{}\"'“”‘’„*`|;␟]*")
_PHONE = re.compile(r"\+?(?=(?:\D*\d){7})[\d\s().\-/]+")
_BEGINS = re.compile(r"(?:^|[.!?:\n])[\s\"'“‘(*•-]*$")

Allowed = str | float | int | date | time


def stray_figures(text: str, *allowed: Allowed, within: float = 0.0, digits: int = 3) -> list[str]:
    """The figures of a text that are none of the allowed ones, as they are written.

    Args:
        text: The prose. The numbers of its list items (`1.`, `2)`) do not count.
        allowed: Numbers, which may be written and rounded in the ways of `says_number`, without regard to their sign;
            dates and times, in any spelling, with the right weekday if there is one; texts with digits in them
            (`W-3012`, `2 lb`, `Q1`), which are allowed as they stand, telephone numbers with or without their country
            code and however they are grouped. A datetime allows its day and its time.
        within: An absolute tolerance on numbers.
        digits: The fewest digits that a rounded figure may show.
    """
    text = _ITEM.sub(_blank, text)
    for phrase in sorted((each for each in allowed if isinstance(each, str)), key=len, reverse=True):
        text = _as_it_stands(phrase).sub(_blank, text)
    strays: dict[int, str] = {}
    known_days = [each for each in allowed if isinstance(each, date)]
    for said in days_in(text):
        right = any(said.is_right(day) for day in known_days)
        if right or not said.is_bare:  # a bare day, as the 3rd, may be a number of something else
            text = f"{text[: said.start]}{'␟' * (said.end - said.start)}{text[said.end :]}"
        if not right and not said.is_bare:
            strays[said.start] = said.text
    known_times = {(each.hour, each.minute) for each in allowed if isinstance(each, datetime | time)}
    for found in _TIME.finditer(text):
        if known_times & set(_times(found)):
            text = f"{text[: found.start()]}{_blank(found)}{text[found.end() :]}"
        elif not found["bare"]:
            strays[found.start()] = found[0]
            text = f"{text[: found.start()]}{_blank(found)}{text[found.end() :]}"
    known = [abs(float(each)) for each in allowed if isinstance(each, int | float)]
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", _blank, text)
    for said in numbers(plain):
        size = replace(said, value=abs(said.value))
        if not any(size.may_mean(value, within=within, digits=digits) for value in known):
            strays[said.start] = plain[said.start : said.end].strip()
        plain = f"{plain[: said.start]}{'␟' * (said.end - said.start)}{plain[said.end :]}"
    strays |= {found.start(): found[0].strip(".,:!?–—-") for found in _CODE.finditer(plain)}
    return [strays[place] for place in sorted(strays)]


def stray_names(text: str, *, known: Iterable[str], cast: Iterable[str]) -> list[str]:
    """The names of a cast that a text mentions, though they are none of those known in it.

    A whole name counts wherever it stands; a part of one (`Ruiz` of `Carla Ruiz`), where it is capitalized within a
    sentence. So `Grace` at the head of a sentence is nobody, and a name of one word should be a plain one.

    Args:
        text: The prose.
        known: Who and what may be named; their parts may, too.
        cast: Everybody and everything that could be named by mistake; those known may be among them.
    """
    text = _normal(text)
    known = [_normal(name) for name in known]
    for name in sorted(known, key=len, reverse=True):
        text = _as_it_stands(name).sub(_blank, text)
    parts = {part for name in known for part in _parts(name)}
    strays: dict[str, None] = {}
    for name in dict.fromkeys(_normal(name) for name in cast):
        if name in known or not name:
            continue
        if _named(name).search(text) and not set(_parts(name)) <= parts:
            strays[name] = None
            continue
        for part in _parts(name):
            if part not in parts and any(not _BEGINS.search(text[: at.start()]) for at in _named(part).finditer(text)):
                strays[part] = None
    return list(strays)


def _parts(name: str) -> list[str]:
    """The capitalized words of a name; short ones (Mr, of, & Co) are nobody's own."""
    return [word for word in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", name) if word[0].isupper() and len(word) > 2]


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _as_it_stands(phrase: str) -> re.Pattern[str]:
    """The phrase, with any white space where it has some, and no part of a longer word or figure."""
    if _PHONE.fullmatch(phrase.strip()):
        country = re.match(r"\+(\d{1,3})[^\d]|", phrase.strip())
        digits = re.sub(r"\D", "", phrase)
        own = digits[len(country[1] or "") :] if country else digits
        return re.compile(rf"(?<!\w)(?:\+?{_apart(digits)}|\(?{_apart(own)})(?!\w)")
    words = r"\s+".join(re.escape(word) for word in phrase.split())
    return re.compile(rf"(?<!\w)(?<!\d[.,]){words}(?!\w|[.,]\d)", re.IGNORECASE)


def _apart(digits: str) -> str:
    """The digits in any grouping."""
    return r"[\s().\-/\u2011\u2013]*".join(digits)


def _times(found: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Hour and minute, of both halves of the day where it isn't said which."""
    hour = int(found["hour"] or found["hour24"] or found["bare"])
    minute = int(found["minute"] or found["minute24"] or 0)
    half = (found["half"] or "").lower()
    if not half or (half == "a" and hour != 12) or (half == "p" and hour == 12):
        yield hour, minute
    if half == "a" and hour == 12:
        yield 0, minute
    if half != "a" and hour < 12:
        yield hour + 12, minute


def _blank(found: re.Match[str]) -> str:
    """As long as what it stands for, so that places stay, and no neighbour of a word or figure."""
    return "".join("\n" if letter == "\n" else "␟" for letter in found[0])
