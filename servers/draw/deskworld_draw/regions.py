"""Parts of the world by the names that people give them, as the countries that a map of them has to show.

What a part is called differs from source to source; these follow the United Nations' geoscheme, with the common names
beside it. Russia and Turkey are shown as far as a map of Europe or the Middle East reaches, and don't widen it to the
Pacific.
"""

from __future__ import annotations

from functools import cache

from deskworld_draw.atlas import folded

_PARTS = {
    "northern europe": "DK EE FI GB IE IS LT LV NO SE",
    "western europe": "AT BE CH DE FR LI LU MC NL",
    "southern europe": "AD AL BA ES GR HR IT ME MK MT PT RS SI SM VA XK",
    "eastern europe": "BG BY CZ HU MD PL RO SK UA",
    "central europe": "AT CH CZ DE HU LI PL SI SK",
    "northern africa": "DZ EG EH LY MA SD TN",
    "western africa": "BF BJ CI CV GH GM GN GW LR ML MR NE NG SL SN TG",
    "middle africa": "AO CD CF CG CM GA GQ ST TD",
    "eastern africa": "BI DJ ER ET KE KM MG MU MW MZ RW SC SO SS TZ UG ZM ZW",
    "southern africa": "BW LS NA SZ ZA",
    "western asia": "AE AM AZ BH CY GE IL IQ JO KW LB OM PS QA SA SY TR YE",
    "central asia": "KG KZ TJ TM UZ",
    "southern asia": "AF BD BT IN IR LK MV NP PK",
    "eastern asia": "CN HK JP KP KR MN MO TW",
    "south-eastern asia": "BN ID KH LA MM MY PH SG TH TL VN",
    "northern america": "CA GL US",
    "mexico": "MX",
    "central america": "BZ CR GT HN NI PA SV",
    "caribbean": "AG BB BS CU DM DO GD HT JM KN LC PR TT VC",
    "south america": "AR BO BR CL CO EC GY PE PY SR UY VE",
    "australia and new zealand": "AU NZ",
    "melanesia": "FJ NC PG SB VU",
    "polynesia": "PF TO WS",
    "micronesian islands": "FM KI MH NR PW",
    "baltics": "EE LT LV",
    "balkans": "AL BA BG GR HR ME MK RO RS SI XK",
    "benelux": "BE LU NL",
    "dach": "AT CH DE",
    "scandinavia": "DK NO SE",
    "nordics": "DK FI IS NO SE",
    "iberia": "ES PT",
    "british isles": "GB IE",
    "european union": "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK",
    "middle east": "AE BH CY EG IL IQ IR JO KW LB OM PS QA SA SY TR YE",
    "persian gulf": "AE BH IR IQ KW OM QA SA",
    "caucasus": "AM AZ GE",
    "maghreb": "DZ LY MA MR TN",
    "horn of africa": "DJ ER ET SO",
}
_WHOLES = {
    "europe": "northern europe, western europe, southern europe, eastern europe",
    "africa": "northern africa, western africa, middle africa, eastern africa, southern africa",
    "sub-saharan africa": "western africa, middle africa, eastern africa, southern africa",
    "asia": "western asia, central asia, southern asia, eastern asia, south-eastern asia",
    "north america": "northern america, central america, caribbean, mexico",
    "latin america": "central america, caribbean, south america, mexico",
    "americas": "northern america, central america, caribbean, south america, mexico",
    "oceania": "australia and new zealand, melanesia",
}
_ALSO = {
    "eu": "european union", "north africa": "northern africa", "west africa": "western africa",
    "east africa": "eastern africa", "central africa": "middle africa", "west asia": "western asia",
    "south asia": "southern asia", "east asia": "eastern asia", "southeast asia": "south-eastern asia",
    "south east asia": "south-eastern asia", "asean": "south-eastern asia", "far east": "eastern asia",
    "nordic countries": "nordics", "the nordics": "nordics", "the balkans": "balkans", "the baltics": "baltics",
    "baltic states": "baltics", "near east": "middle east", "the middle east": "middle east", "mena": "middle east",
    "the gulf": "persian gulf", "gulf states": "persian gulf", "the caribbean": "caribbean",
    "the americas": "americas", "australasia": "australia and new zealand", "anz":
    "australia and new zealand", "subsaharan africa": "sub-saharan africa", "iberian peninsula": "iberia",
    "west europe": "western europe", "east europe": "eastern europe", "north europe": "northern europe",
    "south europe": "southern europe",
}  # fmt: skip


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    held = {name: tuple(codes.split()) for name, codes in _PARTS.items()}
    for name, parts in _WHOLES.items():
        held[name] = tuple(code for part in parts.split(", ") for code in held[part])
    return {folded(name): held[_ALSO.get(name, name)] for name in (*held, *_ALSO)}


def region(name: str) -> tuple[str, ...]:
    """The codes of the countries of a part of the world; none where it has no such name."""
    return _by_name().get(folded(name), ())
