"""Number formats as they are asked for: names that people type, and codes that Excel takes.

A code is a small language, and Excel calls a file broken that holds a sentence which is none: letters that are no part
of it must stand in quotes (`0.00 "kg"`). So a code is read here before it is written, and what is wrong with it is said
together with what would be right.
"""

from __future__ import annotations

import re

from deskworld_kit import ToolError

LONGEST = 255
MOST_SECTIONS = 4
NAMES = {
    "general": "General", "none": "General", "number": "#,##0.00", "thousands": "#,##0", "integer": "0",
    "whole": "0", "decimal": "0.00", "currency": '"$"#,##0.00', "money": '"$"#,##0.00', "dollar": '"$"#,##0.00',
    "usd": '"$"#,##0.00', "euro": '#,##0.00\\ "€"', "eur": '#,##0.00\\ "€"', "pound": '"£"#,##0.00',
    "gbp": '"£"#,##0.00', "yen": '"¥"#,##0', "jpy": '"¥"#,##0', "percent": "0.0%", "percentage": "0.0%",
    "accounting": '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "date": "yyyy-mm-dd",
    "iso date": "yyyy-mm-dd", "short date": "yyyy-mm-dd", "long date": "d mmmm yyyy", "datetime": "yyyy-mm-dd hh:mm",
    "date time": "yyyy-mm-dd hh:mm", "timestamp": "yyyy-mm-dd hh:mm:ss", "time": "hh:mm", "duration": "[h]:mm",
    "month": "mmm yyyy", "year": "yyyy", "scientific": "0.00E+00", "fraction": "# ?/?", "text": "@", "string": "@",
}  # fmt: skip
_TOKEN = re.compile(
    r'(?P<quoted>"[^"]*")|(?P<escaped>\\.|_.|\*.)|(?P<bracket>\[[^\]]*\])|(?P<general>General)|(?P<half>AM/PM|A/P)'
    r"|(?P<power>E[+-](?=[0#?]))|(?P<date>y+|m+|d+|h+|s+|e+|g+|a{3,4}|b{1,4})|(?P<digit>[0#?])|(?P<point>[.,])|(?P<text>@)"
    r"|(?P<letters>[A-Za-z]+)|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
_BRACKET = re.compile(
    r"(black|blue|cyan|green|magenta|red|white|yellow)|color\s?([1-9]|[1-4]\d|5[0-6])|h+|m+|s+|(<|>|=|<=|>=|<>)\s*-?[\d.]+"
    r"|\$[^\]]*|dbnum[1-4]|natnum\d+",
    re.IGNORECASE,
)
_LONE = frozenset("$€£¥¢₹₽₩₺-+/():!^&'~{}<>= %°·")
_CLOCK = {"h", "m", "s"}
_EXAMPLES = 'write one like #,##0.00, 0.0%, yyyy-mm-dd, 0.00 "kg", or a name: currency, percent, date, number, text'


def code_of(text: str, argument: str = "number_format") -> str:
    """A name that people type, or a code as it is; an error where Excel would take neither. Empty stays empty."""
    if not text.strip():
        return ""
    named = NAMES.get(re.sub(r"[\s_-]+", " ", text.strip().lower()))
    if named:
        return named
    wrong = _wrong(text)
    if wrong:
        raise ToolError(f"number format {text!r}: {wrong}; {_EXAMPLES}", argument=argument)
    return text


def _wrong(code: str) -> str:
    """What Excel would not take of a code; empty where it is sound."""
    if len(code) > LONGEST:
        return f"it is longer than {LONGEST} characters"
    sections: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["sign"] == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    if len(sections) > MOST_SECTIONS:
        return f"it has {len(sections)} sections; there are at most {MOST_SECTIONS}: positive;negative;zero;text"
    return next((wrong for section in sections if (wrong := _wrong_section(section))), "")


def _wrong_section(tokens: list[re.Match[str]]) -> str:
    kinds = {token.lastgroup for token in tokens}
    letters = [token for token in tokens if token.lastgroup == "letters"]
    for token in tokens:
        said = token[0]
        if token.lastgroup == "bracket" and not _BRACKET.fullmatch(said[1:-1].strip()):
            return f"{said} is no colour, condition or currency"
        if token.lastgroup == "sign" and said in '"[\\_*':
            return f"{said} is not closed" if said in '"[' else f"{said} needs a sign after it"
        if token.lastgroup == "sign" and said.isascii() and said not in _LONE:
            return f"{said!r} must stand in quotes"
    if not letters and _is_split(tokens):
        letters = [next(token for token in tokens if token.lastgroup == "date")]
    if letters:
        return f"letters must stand in quotes, as in {_quoted(tokens)}"
    dated = "date" in kinds or "half" in kinds
    if dated and any(token.lastgroup == "digit" for token in _without_fractions(tokens)):
        return f"dates and digits do not go together; letters must stand in quotes, as in {_quoted(tokens)}"
    if dated and any(token[0] == "%" for token in tokens):
        return "a date takes no %; write days, months and years like yyyy-mm-dd"
    if "general" in kinds and "digit" in kinds:
        return "General and digits do not go together"
    return ""


def _is_split(tokens: list[re.Match[str]]) -> bool:
    """Whether letters of dates stand together as a word (`days`), which the tokens cut to pieces."""
    word = re.compile(r"[A-Za-z]+")
    for token in tokens:
        if token.lastgroup != "date":
            continue
        whole = word.match(token.string, token.start())
        before = token.string[token.start() - 1 : token.start()]
        dated = whole is not None and re.fullmatch(r"(y+|m+|d+|h+|s+|e+|g+|a{3,4}|b{1,4})+", whole[0], re.IGNORECASE)
        if whole and not dated and not before.isalpha():
            return not whole[0].upper().startswith(("AM", "A/"))
    return False


def _without_fractions(tokens: list[re.Match[str]]) -> list[re.Match[str]]:
    """The tokens but for fractions of a second: `ss.000`."""
    code = tokens[0].string
    parts = [(found.start(), found.end()) for found in re.finditer(r"(?<=[sS\]])\.0{1,3}", code)]
    return [token for token in tokens if not any(start <= token.start() < end for start, end in parts)]


def _quoted(tokens: list[re.Match[str]]) -> str:
    """The section with every word in quotes."""
    said = "".join(token[0] for token in tokens)
    pieces = re.split(r'("[^"]*"|\[[^\]]*\]|\\.|[Ee][+-](?=[0#?])|General)', said)
    pieces[::2] = [re.sub(r"[^\W\d_]+", lambda word: f'"{word[0]}"', piece) for piece in pieces[::2]]
    return "".join(pieces)
