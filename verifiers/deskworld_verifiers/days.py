"""Days in prose: which day is meant, and whether its weekday fits.

A day is found however people write it: `9 March`, `Monday, March 9th, 2026`, `the 9th`, `2026-03-09`, `3/9`,
`9.3.2026`, `2026年3月9日`. Where the year or the month is missing, or the order of day and month is open, it
stands for every day that it could be.

    assert says_day(mail.body, date(2026, 3, 9))
    assert not stray_days(mail.body, promised, new)       # no other day, and no weekday that does not fit
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May|MAY)|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)  # "may" is a verb
_WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\b\.?"
)
_WHOLE_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_DAY = re.compile(
    rf"""
    (?<![\w.,/-]) (?:(?P<weekday>{_WEEKDAY}) (?:,|\ \(|\ the|,\ the)?\ ?)? (?:
      (?P<y1>\d{{4}})-(?P<m1>\d\d?)-(?P<d1>\d\d?)(?=T\d\d|\b)
    | (?P<y2>\d{{4}})年(?P<m2>\d\d?)月(?P<d2>\d\d?)日
    | (?P<d3>\d\d?)(?:st|nd|rd|th|\.)?\ ?(?:[-–]|to|and|or|,)\ ?(?=\d\d?(?:st|nd|rd|th|\.)?\ +(?:of\ +)?{_MONTH})
    | (?P<d4>\d\d?)(?:st|nd|rd|th|\.)?\ +(?:of\ +)?(?P<month4>{_MONTH})(?:,?\ +(?P<y4>\d{{4}})\b)?
    | (?P<month5>{_MONTH})\ +(?P<d5>\d\d?)(?:st|nd|rd|th)?\b(?:,?\ +(?P<y5>\d{{4}})\b)?
    | (?P<a6>\d\d?)/(?P<b6>\d\d?)(?:/(?P<y6>\d{{4}}|\d\d))?\b
    | (?P<d7>\d\d?)\.(?P<m7>\d\d?)\.(?P<y7>\d{{4}}|\d\d)(?!\d)
    | (?P<d8>\d\d?)(?:st|nd|rd|th)\b
    ) (?:\ ?\(?,?\ ?(?P<after>{_WEEKDAY})\)?(?!,?\ (?:the\ )?(?:\d|{_MONTH})))?
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class SaidDay:
    """A day as it was written. `choices` are (year, month, day); an unknown year or month is None."""

    text: str
    start: int
    end: int
    choices: tuple[tuple[int | None, int | None, int], ...]
    weekday: int | None = None  # 0 is Monday

    @property
    def is_bare(self) -> bool:
        """Whether only the day is said, as in "the 9th"."""
        return self.choices[0][1] is None and self.weekday is None

    @property
    def is_open(self) -> bool:
        """Whether it may as well be another number, as the first one in "2 - 16 March"."""
        return self.is_bare and not self.text.endswith(("st", "nd", "rd", "th"))

    def may_be(self, day: date) -> bool:
        """Whether it can stand for this day, its weekday left aside."""
        return any(
            (year is None or year == day.year) and (month is None or month == day.month) and number == day.day
            for year, month, number in self.choices
        )

    def is_right(self, day: date) -> bool:
        """Whether it can stand for this day, and its weekday, if it has one, is that day's."""
        return self.may_be(day) and self.weekday in (None, day.weekday())


def days_in(text: str) -> list[SaidDay]:
    """The days that a text names, in order."""
    return [said for found in _DAY.finditer(text) if (said := _said(found))]


def says_day(text: str, day: date) -> bool:
    """Whether a text names this day, with no wrong weekday to it."""
    return any(said.is_right(day) for said in days_in(text))


def stray_days(text: str, *known: date, weekdays: bool = True) -> list[str]:
    """The days in a text that are none of those known, as they are written: days, and weekdays that do not fit.

    Args:
        text: The prose.
        known: The days that may be named.
        weekdays: Whether a weekday that stands alone ("on Friday") has to be one of theirs too.
    """
    found = days_in(text)
    strays = [said.text for said in found if not said.is_open and not any(said.is_right(day) for day in known)]
    if weekdays:
        strays += [word for word, number in _alone(text, found) if number not in {day.weekday() for day in known}]
    return strays


def _alone(text: str, found: list[SaidDay]) -> Iterator[tuple[str, int]]:
    """Weekdays that belong to no day, written out (sat and sun are words, too)."""
    for word in _WHOLE_WEEKDAY.finditer(text):
        if not any(said.start <= word.start() < said.end for said in found):
            yield word[0], _WEEKDAYS.index(word[0][:3].lower())


def _said(found: re.Match[str]) -> SaidDay | None:
    part = found.groupdict()
    choices: list[tuple[int | None, int | None, int]] = []
    for number in "127":
        if part[f"d{number}"]:
            choices.append((_year(part[f"y{number}"]), int(part[f"m{number}"]), int(part[f"d{number}"])))
    for number in "45":
        if part[f"d{number}"]:
            month = _MONTHS.index(part[f"month{number}"][:3].lower()) + 1
            choices.append((_year(part[f"y{number}"]), month, int(part[f"d{number}"])))
    for number in "38":
        if part[f"d{number}"]:
            choices.append((None, None, int(part[f"d{number}"])))
    if part["a6"]:
        one, other, year = int(part["a6"]), int(part["b6"]), _year(part["y6"])
        choices += [(year, one, other), (year, other, one)]
    real = tuple((year, month, day) for year, month, day in choices if 1 <= day <= 31 and 1 <= (month or 1) <= 12)
    if not real:
        return None
    weekday = part["weekday"] or part["after"]
    return SaidDay(
        found[0].strip(" ,(."),
        found.start(),
        found.end(),
        real,
        _WEEKDAYS.index(weekday[:3].lower()) if weekday else None,
    )


def _year(text: str | None) -> int | None:
    if not text:
        return None
    return int(text) + (2000 if len(text) == 2 else 0)
