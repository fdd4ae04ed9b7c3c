"""The tables that people read: a run at a glance, and by group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isnan

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from deskworld_harness.documents import TrialRecord
from deskworld_harness.metrics import Summary, summarize

COLUMNS = ("passed", "pass rate (95 %)", "calls", "tokens", "cost", "time")
OF_MODELS = {"tokens", "cost"}
"""Columns that are left out of a run without a model, so that the names have room."""


def show_run(records: Sequence[TrialRecord], *, missing: int = 0, console: Console | None = None) -> None:
    """One line a task and one for all."""
    console = console or Console(highlight=False)
    if not records:
        console.print("no trial was finished")
        return
    _print(console, "task", records, lambda record: record.spec.task_name, sections=True)
    unsaid = sum(record.reward is None for record in records)
    if unsaid or missing:
        kinds = sorted(
            {
                record.outcome if record.verdict == "ungraded" else record.verdict
                for record in records
                if record.reward is None
            }
        )
        told = f" ({', '.join(kinds)})" if kinds else ""
        console.print(f"{unsaid + missing} trials say nothing about the agent{told} and are in no rate")


def show_groups(records: Sequence[TrialRecord], console: Console) -> None:
    """The same figures by family, subcategory and difficulty, where there is more than one."""
    groups: dict[str, Callable[[TrialRecord], str]] = {
        "family": lambda record: record.spec.task_name.split("/")[0],
        "subcategory": lambda record: "/".join(record.spec.task_name.split("/")[:2]),
        "difficulty": lambda record: record.difficulty or "unknown",
    }
    for title, key in groups.items():
        if len({key(record) for record in records}) > 1:
            _print(console, title, records, key)


def _print(
    console: Console,
    title: str,
    records: Sequence[TrialRecord],
    key: Callable[[TrialRecord], str],
    *,
    sections: bool = False,
) -> None:
    """One row a name; with `sections`, what stands before the last slash is said once above its rows, and all below."""
    table = Table(box=SIMPLE_HEAD, header_style="bold")
    table.add_column(title, overflow="fold")
    with_model = any(record.spent.replies for record in records)
    columns = [number for number, name in enumerate(COLUMNS) if with_model or name not in OF_MODELS]
    for number in columns:
        table.add_column(COLUMNS[number], justify="right", no_wrap=True)

    def figures(chosen: Iterable[TrialRecord]) -> list[str]:
        cells = _cells(summarize(chosen))
        return [cells[number] for number in columns]

    section = ""
    for name in sorted({key(record) for record in records}):
        shown = name
        if sections and "/" in name:
            above, _, last = name.rpartition("/")
            if above != section:
                table.add_row(f"[dim]{above}/[/]")
                section = above
            shown = f"  {last}"
        table.add_row(shown, *figures(record for record in records if key(record) == name))
    if sections:
        table.add_section()
        table.add_row("all", *figures(records), style="bold")
    console.print(table)


def _cells(figures: Summary) -> list[str]:
    rate = (
        "-"
        if isnan(figures.pass_rate)
        else f"{figures.pass_rate:.0%} ({figures.interval.low:.0%}-{figures.interval.high:.0%})"
    )
    whole = figures.passed == figures.trials and not figures.missing
    color = "green" if whole else "red" if not figures.passed else "yellow"
    return [
        f"[{color}]{figures.passed}/{figures.trials + figures.missing}[/]",
        rate,
        f"{figures.calls:,}",
        f"{figures.tokens:,}" if figures.tokens else "-",
        "unknown" if figures.cost is None else f"${figures.cost:.2f}" if figures.cost else "-",
        _duration(figures.seconds),
    ]


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 90 else f"{seconds / 60:.1f} min"
