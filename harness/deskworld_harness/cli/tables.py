"""The tables that people read: a run at a glance, by group, and in all its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import isnan

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from deskworld_harness.metrics import GROUPS, Estimate, Figures, Interval, Row, figures, grouped
from deskworld_harness.metrics.figures import PARTS, Amount

COLUMNS: dict[str, Callable[[Figures], str]] = {
    "passed": lambda told: _passed(told),
    "pass rate (95 %)": lambda told: share(told.pass_rate),
    "entity F1": lambda told: f"{told.entity.f1.value:.2f}" if told.entity else "-",
    "calls": lambda told: count(told.amounts["calls"].total),
    "tokens": lambda told: count(_tokens(told)) if _tokens(told) else "-",
    "cost": lambda told: dollars(told.amounts["cost"].total) if told.amounts["cost"].total != 0 else "-",
    "trial time": lambda told: duration(told.seconds["total"].total),
}
SHOWN = 10  # checks in the table of those that failed most; --json has all
BRIEF = tuple(name for name in COLUMNS if name != "entity F1")
OF_MODELS = {"tokens", "cost"}
"""Columns that are left out of a run without a model, so that the names have room."""


def show_run(rows: Sequence[Row], console: Console | None = None) -> None:
    """One line a task and one for all."""
    console = console or Console(highlight=False)
    if not any(row.ran for row in rows):
        console.print("no trial was finished")
        return
    _print(console, "task", rows, lambda row: row.task, BRIEF, sections=True)
    show_missing(rows, console)


def show_missing(rows: Sequence[Row], console: Console) -> None:
    """How many trials say nothing, why, and how much that matters."""
    why = Counter(row.missing for row in rows if row.missing)
    if why:
        rate = figures(rows).pass_rate
        reasons = ", ".join(f"{number} {reason}" for reason, number in why.most_common())
        say, are = ("1 trial says", "is") if why.total() == 1 else (f"{why.total()} trials say", "are")
        console.print(
            f"{say} nothing about the agent ({reasons}) and {are} in no rate: had all of them failed,"
            f" the pass rate would be {rate.worst:.0%}; had all passed, {rate.best:.0%}",
            soft_wrap=True,
        )


def show_groups(rows: Sequence[Row], console: Console) -> None:
    """The same figures by family, subcategory and difficulty, where there is more than one."""
    for title, key in GROUPS.items():
        if len({key(row) for row in rows}) > 1:
            _print(console, title, rows, key, tuple(COLUMNS))


def show_figures(rows: Sequence[Row], console: Console) -> None:
    """What the run's table has no room for: chances of k trials, what was used up, where the time went."""
    told = figures(rows)
    if len(told.at_k) > 1:
        table = new_table("k", "pass@k (95 %)", "pass^k (95 %)", "tasks")
        for k, some in told.at_k.items():
            table.add_row(str(k), share(some), share(told.hat_k[k]), str(some.tasks))
        console.print(table)
    if told.entity:
        f1 = told.entity.f1
        console.print(
            f"entity F1 {number(f1)}, precision {told.entity.precision:.2f}, recall {told.entity.recall:.2f}"
            f" ({told.entity.trials} trials of {f1.tasks} tasks)\n"
        )
    table = new_table("used up", "in all", "a valid trial")
    for name, amount in told.amounts.items():
        if amount.total != 0:
            table.add_row(name.replace("_", " "), *_both(amount, dollars if "cost" in name else count))
    for name in PARTS:
        if told.seconds[name].total:
            table.add_row(f"time: {name}", *_both(told.seconds[name], duration))
    console.print(table)
    if told.failed_checks:
        table = new_table("check that failed", "trials")
        for name, trials in list(told.failed_checks.items())[:SHOWN]:
            table.add_row(name, str(trials))
        if len(told.failed_checks) > SHOWN:
            table.add_row(f"[dim]and {len(told.failed_checks) - SHOWN} more[/]", "")
        console.print(table)


def _both(amount: Amount, told: Callable[[float | None], str]) -> tuple[str, str]:
    return told(amount.total), told(amount.mean)


def share(rate: Estimate) -> str:
    """A rate and its interval, in per cent."""
    return "-" if isnan(rate.value) else f"{rate.value:.0%}{_between(rate.interval, lambda end: f'{end:.0%}')}"


def number(estimate: Estimate) -> str:
    """A mean and its interval."""
    return f"{estimate.value:.2f}{_between(estimate.interval, lambda end: f'{end:.2f}')}"


def _between(interval: Interval | None, told: Callable[[float], str]) -> str:
    return f" ({told(interval.low)}-{told(interval.high)})" if interval else ""


def count(amount: float | None) -> str:
    if amount is None:
        return "unknown"
    return f"{amount:,.0f}" if abs(amount) >= 100 or amount == int(amount) else f"{amount:.1f}"


def dollars(amount: float | None) -> str:
    if amount is None:
        return "unknown"
    return f"${amount:,.2f}" if amount >= 0.1 or not amount else f"${amount:.2g}"


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "unknown"
    if seconds < 0.1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 90 else f"{seconds / 60:.1f} min"


def new_table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, header_style="bold")
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _print(
    console: Console,
    title: str,
    rows: Sequence[Row],
    key: Callable[[Row], str],
    names: Iterable[str],
    *,
    sections: bool = False,
) -> None:
    """One row a name; with `sections`, what stands before the last slash is said once above its rows, and all below."""
    with_model = any(row.steps for row in rows)
    with_entity = any(row.entity for row in rows)
    left_out = (set() if with_model else OF_MODELS) | (set() if with_entity else {"entity F1"})
    columns = [name for name in names if name not in left_out]
    table = new_table(title, *columns)

    def cells(chosen: Sequence[Row]) -> list[str]:
        told = figures(chosen)
        return [COLUMNS[name](told) for name in columns]

    section = ""
    for name, own in grouped(rows, key).items():
        shown = name
        if sections and "/" in name:
            above, _, last = name.rpartition("/")
            if above != section:
                table.add_row(f"[dim]{above}/[/]")
                section = above
            shown = f"  {last}"
        table.add_row(shown, *cells(own))
    if sections:
        table.add_section()
        table.add_row("all", *cells(rows), style="bold")
    console.print(table)


def _passed(told: Figures) -> str:
    color = "green" if told.passed == told.planned else "red" if not told.passed else "yellow"
    return f"[{color}]{told.passed}/{told.planned}[/]"


def _tokens(told: Figures) -> float:
    return (told.amounts["input_tokens"].total or 0) + (told.amounts["output_tokens"].total or 0)
