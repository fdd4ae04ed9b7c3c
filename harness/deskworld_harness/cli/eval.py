"""Run an agent on tasks, show how it goes, and keep a record of everything."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deskworld_harness.task import Task

RUNS = Path("runs")
LAST = RUNS / "LAST"
HELP = "run a model, or the reference solutions, on tasks"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a task's folder, or a folder of tasks")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--model", metavar="PROVIDER:NAME", help="openai:..., anthropic:... or google:...")
    who.add_argument("--agent", default="", metavar="AGENT", help="instead of a model: solution, noop or replay:RUN")
    parser.add_argument(
        "--base-url", default="", metavar="URL", help="where the model is served, if not at its maker's"
    )
    parser.add_argument("--trials", type=_count, default=1, metavar="N", help="how often to try each task (1)")
    parser.add_argument("--concurrency", type=_count, default=2, metavar="N", help="how many trials at once (2)")
    parser.add_argument(
        "--revise", type=_natural, default=0, metavar="N", help="show the agent its work, up to N times (0)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="which variant of a template (the task's own)")
    parser.add_argument("--tier", choices=("full", "compact"), default="full", help="all tools, or the everyday ones")
    parser.add_argument("--no-renders", action="store_true", help="keep no pictures of the deliverables")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the run's folder (runs/DATE-TIME-AGENT)")


def run(options: argparse.Namespace) -> int:
    import anyio

    from deskworld_harness.agents import check_agent
    from deskworld_harness.documents import TrialSpec
    from deskworld_harness.models import ModelName
    from deskworld_harness.run import exit_status, new_run, plan, run_trials
    from deskworld_harness.task import find_tasks
    from deskworld_harness.usage import UsageError

    if not options.model and not options.agent:
        raise UsageError("who shall do the work? Give --model PROVIDER:NAME or --agent solution")
    agent = options.agent or "model"
    if agent == "model" and not options.model:
        raise UsageError("--agent model needs --model PROVIDER:NAME")
    check_agent(agent)
    if options.model:
        ModelName.parse(options.model, options.base_url).key()
    tasks = find_tasks(options.paths)
    _look_over(tasks)
    pattern = TrialSpec(
        task=Path(),
        task_name="",
        seed=0,
        agent=agent,
        model=options.model or "",
        base_url=options.base_url,
        tier=options.tier,
        revise=options.revise,
        renders=not options.no_renders,
    )
    specs = plan(tasks, pattern, trials=options.trials, seed=options.seed)
    who = (options.model or agent).replace("/", "-").replace(":", "-").strip("-.")[-40:]
    out = options.out or RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-{who}"
    folder = new_run(out, specs, ["harness", *sys.argv[1:]])
    if not options.out:
        _remember(out)

    from deskworld_harness.cli import progress, tables

    stopped = False
    with progress.watching(len(specs)) as watch:
        try:
            anyio.run(lambda: run_trials(folder, specs, concurrency=options.concurrency, watch=watch))
        except KeyboardInterrupt:
            stopped = True
            progress.say("stopped; what was finished is kept")
    records = folder.records()
    tables.show_run(records, missing=len(specs) - len(records))
    progress.say(f"kept in {out}  (harness report {shlex.quote(str(out))})")
    return 130 if stopped else exit_status(specs, records)


def _look_over(tasks: list[Task]) -> None:
    """Refuse what could not run, all of it at once, before anything runs. A template is read when it is filled in."""
    from deskworld_harness.installed import servers_named
    from deskworld_harness.usage import UsageError

    wrong: list[str] = []
    for task in tasks:
        try:
            if not task.is_template:
                servers_named(task.document.servers)
        except UsageError as error:
            text = str(error)
            wrong.append(text if str(task.folder) in text else f"{task.folder / 'task.yaml'}: {text}")
        wrong += [f"{task.folder / name}: is missing" for name in ("checks.py",) if not (task.folder / name).is_file()]
    if wrong:
        raise UsageError("\n".join(wrong))


def _remember(out: Path) -> None:
    """Let `runs/LAST` lead to this run, where the file system has links."""
    with suppress(OSError):
        LAST.unlink(missing_ok=True)
        LAST.symlink_to(out.name, target_is_directory=True)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("has to be at least 1")
    return number


def _natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("can't be negative")
    return number
