"""What an answer in prose says: numbers, names, and what it had better not say.

No language is assumed: words compare folded (NFKC, case, white space), and numbers are found however people write
them: `1,234.5`, `1.234,5`, `12 %`, `$3.4k`, `2.1 million`, `−5`. Digits of dates, times, versions and codes
(`2026-03-02`, `10:30`, `INV-204`, `Q3`) are no numbers.

    assert says_number(s.answer, 1234.5)
    assert not lacks(s.answer, "Maya Lindqvist", "INV-204")     # all of them are there
    assert mentions(s.answer, "refund", "credit note")          # at least one is
    assert not mentions(s.answer, "guarantee")                  # none is
"""

import re
from dataclasses import dataclass, field

from deskworld_verifiers.wording import fold

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_NO_NUMBERS = re.compile(
    rf"""
    (?<!\d) (?:
      \d{{4}}-\d\d?-\d\d?(?:[T\ ]\d\d?:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?   # 2026-03-02, also with a time
    | \d{{1,4}}/\d{{1,2}}/\d{{1,4}} | \d{{1,2}}\.\d{{1,2}}\.\d{{2,4}}                      # 3/2/2026, 2.3.2026
    | \d{{4}}年(?:\d{{1,2}}月)?(?:\d{{1,2}}日)? | \d{{1,2}}月\d{{1,2}}日
    | \d{{1,2}}(?:st|nd|rd|th|\.)?\ +(?:of\ +)?{_MONTH}(?:,?\ +\d{{4}})?\b                 # 2 March 2026
    | \b{_MONTH}\ +\d{{1,2}}(?:st|nd|rd|th)?(?:,?\ +\d{{4}})?\b                            # March 2nd, 2026
    | \d{{1,2}}:\d\d(?::\d\d)?                                                             # 10:30
    | (?!\d{{1,3}}(?:\.\d{{3}})+(?![.\d])) \d+(?:\.\d+){{2,}}                              # 1.2.3, but not 1.234.567
    | \d+(?:st|nd|rd|th)\b
    ) (?!\d)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SPACE = "\u00a0\u2009\u202f"
_NUMBER = re.compile(
    rf"""
    (?<![A-Za-z0-9_\u00c0-\u0dff.,\#]) (?<![A-Za-z_]-) (?<!\w/)
    (?P<sign>[-−+])?\ ?(?P<money>[$€£¥₹])?\ ?(?P<inner>[-−])?
    (?P<digits>
        \d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?        # 1,234.5
      | \d{{1,3}}(?:\.\d{{3}})+,\d+             # 1.234,5
      | \d{{1,3}}(?:\.\d{{3}}){{2,}}            # 1.234.567
      | \d{{1,3}}(?:[{_SPACE}'’]\d{{3}})+(?:[.,]\d+)?
      | \d+[.,]\d+ | \d+
    )
    (?: (?P<short>[kKMB]|mn|bn|m(?=\b)) \b
      | [ {_SPACE}-]?(?P<word>thousand|million|billion|trillion|mio|mrd)\b )?
    (?P<percent>\s?%)?
    (?![\d])
    """,
    re.VERBOSE,
)
_TIMES = {
    "k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "mio": 1e6, "million": 1e6,
    "b": 1e9, "bn": 1e9, "mrd": 1e9, "billion": 1e9, "trillion": 1e12,
}  # fmt: skip


@dataclass(frozen=True)
class Number:
    """A number as it was written: its value, the place of its last digit, and whether it was a percentage."""

    value: float
    step: float
    digits: int
    percent: bool = False
    start: int = field(default=0, compare=False)
    """Where it stands in the text, with its unit of thousands and its percent sign."""
    end: int = field(default=0, compare=False)

    def may_mean(self, value: float, *, within: float = 0.0, digits: int = 3) -> bool:
        """Whether it states this number, as `says_number` has it."""
        for scale in (1.0, 0.01) if self.percent else (1.0,):
            slack = max(within, self.step * scale / 2 if self.digits >= digits else 0.0)
            if abs(self.value * scale - value) <= slack + 1e-9 * max(1.0, abs(value)):
                return True
        return False

    def __repr__(self) -> str:
        return f"{self.value:g}{'%' if self.percent else ''}"


def numbers(text: str) -> list[Number]:
    """The numbers of a text, in order."""
    found: list[Number] = []
    for match in _NUMBER.finditer(_NO_NUMBERS.sub(lambda other: ";".center(len(other[0])), text)):
        digits = re.sub(rf"[{_SPACE}'’]", "", match["digits"])
        whole, fraction = _parts(digits)
        times = _TIMES.get((match["short"] or match["word"] or "").lower(), 1.0)
        if match["short"] == "m" and not match["money"]:
            times = 1.0  # 5m are metres or minutes; $5m are millions
        sign = -1 if (match["sign"] or match["inner"] or "+") in "-−" else 1
        significant = (whole + fraction).lstrip("0")
        found.append(
            Number(
                value=sign * float(f"{whole}.{fraction or 0}") * times,
                step=times * 10.0 ** -len(fraction),
                digits=len(significant),
                percent=match["percent"] is not None,
                start=match.start(),
                end=match.end(),
            )
        )
    return found


def _parts(digits: str) -> tuple[str, str]:
    """Whole and fraction: the last separator is the decimal one, unless it groups thousands."""
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return digits, ""
    mark, tail = digits[last], digits[last + 1 :]
    other = "," if mark == "." else "."
    groups = digits.count(mark) > 1 or (mark == "," and other not in digits and len(tail) == 3 and last <= 3)
    if groups:
        return re.sub(r"[.,]", "", digits), ""
    return re.sub(r"[.,]", "", digits[:last]), tail


def says_number(text: str, value: float, *, within: float = 0.0, digits: int = 3) -> bool:
    """Whether a text states this number.

    A rounded figure counts where it is rounded right and shows at least `digits` digits: 1,234.5 as `1,235` or
    `$1.23k`. 0.12 may be said as 12 %.

    Args:
        text: The prose.
        value: The number.
        within: An absolute tolerance on top.
        digits: The fewest digits that a rounded figure may show.
    """
    return any(number.may_mean(value, within=within, digits=digits) for number in numbers(text))


def mentions(text: str, *phrases: str) -> list[str]:
    """Those of the phrases that are in the text, as whole words, whatever their case and spacing."""
    folded = fold(text)
    return [phrase for phrase in phrases if _pattern(phrase).search(folded)]


def lacks(text: str, *phrases: str) -> list[str]:
    """Those of the phrases that are not in the text."""
    there = mentions(text, *phrases)
    return [phrase for phrase in phrases if phrase not in there]


def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase between word borders, where its ends are letters of a script that has borders."""
    folded = fold(phrase)
    if not folded:
        raise ValueError("an empty phrase is in every text")
    left = r"(?<!\w)" if _bordered(folded[0]) else ""
    right = r"(?!\w)" if _bordered(folded[-1]) else ""
    return re.compile(left + re.escape(folded) + right)


def _bordered(letter: str) -> bool:
    # From Thai on, scripts write words together, or (Korean) glue particles to them.
    return letter.isalnum() and ord(letter) < 0x0E00
