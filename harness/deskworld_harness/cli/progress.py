"""How a run goes, while it goes: a live line on a terminal, one plain line a trial elsewhere."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from deskworld_harness.documents import TrialRecord, TrialSpec
from deskworld_harness.run import Watch

COLORS = {"passed": "green", "failed": "red", "unjudged": "yellow", "error": "magenta", "ungraded": "magenta"}

console = Console(stderr=True, highlight=False)


def say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)


def live_bar() -> Progress:
    """A bar that is there while it is open, on a terminal; what is printed to its console stays above it."""
    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def watching(total: int) -> Generator[Watch, None, None]:
    """Show a run of so many trials until the block ends."""
    with live_bar() as live:
        bar = live.add_task("", total=total)
        running: dict[str, None] = {}

        def started(spec: TrialSpec) -> None:
            running[spec.id] = None
            live.update(bar, description=", ".join(running))

        def ended(record: TrialRecord) -> None:
            running.pop(record.spec.id, None)
            live.update(bar, advance=1, description=", ".join(running))
            live.console.print(line(record), soft_wrap=True)

        yield Watch(started, ended)


def line(record: TrialRecord) -> str:
    """One finished trial, with the first reason where it did not pass."""
    from rich.markup import escape

    color = COLORS[record.verdict]
    first = next((check for check in record.checks if check.outcome == record.verdict), None)
    # What ended a session early explains more than the first check that failed because of it.
    why = f"{first.name}: {first.evidence}" if first and record.outcome == "done" else record.evidence
    why = first_line(why) if record.verdict != "passed" else ""
    which = f"(seed {record.spec.seed}, trial {record.spec.trial})"
    told = f"[{color}]{record.verdict:<8}[/] {escape(record.spec.task_name)} {which}"
    told += f"  {record.spent.calls} calls, {record.seconds.total:.1f} s"
    if record.outcome != "done":
        told += f"  [yellow]{record.outcome}[/]"
    alike = sum(check.outcome == record.verdict for check in record.checks)
    more = f" (and {alike - 1} more)" if why and alike > 1 and record.outcome == "done" else ""
    return told + (f"  [dim]{escape(why)}{more}[/]" if why else "")


def first_line(text: str) -> str:
    """The first line of a text, at a length that can be read at a glance."""
    return text.splitlines()[0][:160] if text else ""
