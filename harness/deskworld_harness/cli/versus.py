"""The table of two runs held against each other."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

from rich.console import Console

from deskworld_harness.cli.tables import count, dollars, duration, new_table
from deskworld_harness.metrics import Comparison, Counts, Difference

LABELS = {"entity_f1": "entity F1", "seconds": "time"}
COLORS = {"gained": "green", "better": "green", "lost": "red", "worse": "red", "unknown": "magenta"}


def show(comparison: Comparison, a: str, b: str, console: Console | None = None) -> None:
    """B against A: the measures, the tasks that changed, and whatever could not be compared."""
    console = console or Console(highlight=False)

    def say(text: str) -> None:
        console.print(text, soft_wrap=True)

    console.print(f"A = {a}\nB = {b}", markup=False, soft_wrap=True)
    for name, only in (("A", comparison.only_a), ("B", comparison.only_b)):
        if only:
            console.print(f"only in {name}, and not compared: {', '.join(only)}", markup=False, soft_wrap=True)
    if not comparison.pairs:
        say("the two runs have no task in common")
        return
    table = new_table("a valid trial, mean over tasks", "A", "B", "B - A (95 %)", "tasks")
    table.add_row("pass rate", *_cells(comparison.pass_rate, "{:.1%}".format), style="bold")
    for name, measured in comparison.measures.items():
        if measured.a or measured.b:  # what neither run has at all (a model's tokens) is left out
            table.add_row(LABELS.get(name, name.replace("_", " ")), *_cells(measured, _format(name)))
    console.print(table)
    test = comparison.test
    differ = f"{test.differing} tasks that differ" if test.differing != 1 else "one task that differs"
    how = "all sign patterns counted" if test.exact else "from a sample of sign patterns"
    told = f"paired permutation test over the {differ}, {how}, two-sided" if test.differing else "no task differs"
    say(f"Is it chance? p = {test.p:.3g} ({told})")
    missing = sum(pair.a.missing for pair in comparison.pairs), sum(pair.b.missing for pair in comparison.pairs)
    if any(missing):
        say(
            f"{missing[0]} trials of A and {missing[1]} of B say nothing and are in no rate: depending on them, the"
            f" difference could be anything from {comparison.worst:+.1%} to {comparison.best:+.1%}"
        )
    _tasks(comparison, console)


def _tasks(comparison: Comparison, console: Console) -> None:
    changed = [pair for pair in comparison.pairs if pair.change != "same"]
    if changed:
        table = new_table("task", "A", "B", "B - A", "change")
        for pair in sorted(changed, key=lambda pair: (not pair.known, pair.difference if pair.known else 0, pair.task)):
            told = f"{float(pair.difference):+.0%}" if pair.known else "-"
            change = f"[{COLORS[pair.change]}]{pair.change}[/]"
            table.add_row(pair.task, _counts(pair.a), _counts(pair.b), told, change)
        console.print(table)
    alike = len(comparison.pairs) - len(changed)
    gained, lost = len(comparison.of("gained")), len(comparison.of("lost"))
    console.print(f"tasks gained: {gained}, lost: {lost}, with the same pass rate in both: {alike}")


def _counts(counts: Counts) -> str:
    return f"{counts.c}/{counts.n}" + (f" ({counts.missing} missing)" if counts.missing else "")


def _cells(difference: Difference, told: Callable[[float], str]) -> tuple[str, str, str, str]:
    if isnan(difference.value):
        return "-", "-", "-", "0"
    ends = difference.interval
    between = f" ({_signed(ends.low, told)} to {_signed(ends.high, told)})" if ends else ""
    return (
        told(difference.a),
        told(difference.b),
        _signed(difference.value, told) + between,
        str(difference.tasks),
    )


def _signed(value: float, told: Callable[[float], str]) -> str:
    return ("-" if value < 0 else "+" if value > 0 else "") + told(abs(value))


def _format(name: str) -> Callable[[float], str]:
    if name == "entity_f1":
        return "{:.3f}".format
    return dollars if name == "cost" else duration if name == "seconds" else count
