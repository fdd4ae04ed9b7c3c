"""The best pairing of two lists of rows that should say the same.

A pair of rows scores the mean agreement of its columns. Rows that are equal and alike to no other are paired at once
(no pairing can do better for them), so a thousand imported rows cost little; the rest goes to the Hungarian
algorithm.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deskworld_verifiers.rules import ColumnRule

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

Values = tuple[Any, ...]


def pair_up(
    columns: Sequence[ColumnRule],
    wanted: Sequence[Values],
    there: Sequence[Values],
    bonus: Mapping[tuple[int, int], float],
) -> list[tuple[int, int, float]]:
    """Pairs of places and the agreement of each; as many as the shorter list has rows.

    The bonus of a pair of places sways the choice and is not part of the agreement.
    """
    settled = _alike_to_no_other(wanted, there)
    found = [(row, place, 1.0) for row, place in settled.items()]
    rows = [row for row in range(len(wanted)) if row not in settled]
    taken = set(settled.values())
    places = [place for place in range(len(there)) if place not in taken]
    if rows and places:
        import numpy
        from scipy.optimize import linear_sum_assignment

        agreement = numpy.zeros((len(rows), len(places)))
        for n, column in enumerate(columns):
            agreement += _agreement(column, [wanted[row][n] for row in rows], [there[place][n] for place in places])
        agreement = agreement / len(columns) if columns else agreement + 1
        sway = numpy.array([[bonus.get((row, place), 0.0) for place in places] for row in rows])
        for row, place in zip(*linear_sum_assignment(agreement + sway, maximize=True), strict=True):
            found.append((rows[row], places[place], float(agreement[row, place])))
    return sorted(found)


def _alike_to_no_other(wanted: Sequence[Values], there: Sequence[Values]) -> dict[int, int]:
    left, right = [[repr(row) for row in rows] for rows in (wanted, there)]
    once = {spelled for spelled, count in Counter(left).items() if count == 1}
    counts = Counter(right)
    place_of = {spelled: place for place, spelled in enumerate(right) if counts[spelled] == 1 and spelled in once}
    return {row: place_of[spelled] for row, spelled in enumerate(left) if spelled in place_of}


def _agreement(column: ColumnRule, left: Sequence[Any], right: Sequence[Any]) -> "NDArray[float64]":
    """Agreement of each value on the left with each on the right; each distinct pair is worked out once."""
    import numpy

    left_codes, left_values = _codes(left)
    right_codes, right_values = _codes(right)
    table = numpy.array([[column.agrees(one, other) for other in right_values] for one in left_values], dtype=float)
    return table[numpy.ix_(left_codes, right_codes)]


def _codes(values: Sequence[Any]) -> tuple[list[int], list[Any]]:
    spelled = [repr(value) for value in values]
    distinct = dict(zip(spelled, values, strict=True))
    number = {key: place for place, key in enumerate(distinct)}
    return [number[key] for key in spelled], list(distinct.values())
