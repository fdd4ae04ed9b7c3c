"""Run an agent on tasks, show how it goes, and keep a record of everything."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from deskworld_harness.cli.numbers import amount, count, natural

if TYPE_CHECKING:
    from deskworld_harness.records import RunFolder
    from deskworld_harness.task import Task

RUNS = Path("runs")
LAST = RUNS / "LAST"
LIMITS: dict[Literal["steps", "seconds", "tokens", "cost"], str] = {
    "steps": "tool calls",
    "seconds": "seconds",
    "tokens": "tokens",
    "cost": "US dollars",
}
OF_A_RESUMED = {"resume", "concurrency", "workers", *(f"run_{name}" for name in LIMITS)}
"""What may be said anew when a run goes on; all else stands in the run."""
HELP = "run a model, or the reference solutions, on tasks"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a task's folder, or a folder of tasks")
    parser.add_argument("--resume", type=Path, metavar="RUN", help="go on with a run that was stopped or killed")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--model", metavar="PROVIDER:NAME", help="openai:..., anthropic:... or google:...")
    who.add_argument("--agent", default="", metavar="AGENT", help="instead of a model: solution, noop or replay:RUN")
    parser.add_argument(
        "--base-url", default="", metavar="URL", help="where the model is served, if not at its maker's"
    )
    parser.add_argument("--judge", default="", metavar="PROVIDER:NAME", help="a model that answers rubric questions")
    parser.add_argument(
        "--judge-base-url", default="", metavar="URL", help="where the judge is served, if not at its maker's"
    )
    parser.add_argument("--trials", type=count, default=1, metavar="N", help="how often to try each task (1)")
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--concurrency",
        type=count,
        default=cores,
        metavar="N",
        help="how many trials at once (one a core: %(default)s)",
    )
    parser.add_argument(
        "--workers", type=count, default=cores, metavar="N", help="over how many processes (one a core: %(default)s)"
    )
    parser.add_argument(
        "--revise", type=natural, default=0, metavar="N", help="show the agent its work, up to N times (0)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="which variant of a template (the task's own)")
    parser.add_argument("--tier", choices=("full", "compact"), default="full", help="all tools, or the everyday ones")
    parser.add_argument(
        "--transport",
        choices=("memory", "stdio", "http"),
        default="memory",
        help="how the servers are reached: in this process, or one of their own by pipe or socket (memory)",
    )
    for name, unit in LIMITS.items():
        kind = count if name in ("steps", "tokens") else amount
        parser.add_argument(
            f"--max-{name}", type=kind, metavar="N", help=f"{unit} a trial may use up (as its task says)"
        )
        parser.add_argument(f"--run-{name}", type=kind, metavar="N", help=f"{unit} the whole run may use up (no limit)")
    parser.add_argument("--no-renders", action="store_true", help="keep no pictures of the deliverables")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the run's folder (runs/DATE-TIME-AGENT)")


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.cli import progress, tables
    from deskworld_harness.cli.interrupting import INTERRUPTED, until_interrupted
    from deskworld_harness.metrics import read_rows
    from deskworld_harness.run import Budget, exit_status, missing, run_trials

    folder = _resumed(options) if options.resume else _started(options)
    specs, waiting = folder.document().specs, missing(folder)
    budget = Budget(**{name: getattr(options, f"run_{name}") for name in LIMITS})
    with progress.watching(len(waiting)) as watch:
        why = until_interrupted(
            lambda: run_trials(
                folder,
                waiting,
                concurrency=options.concurrency,
                workers=options.workers,
                budget=budget,
                watch=watch,
            )
        )
    rows = read_rows(folder)
    left = sum(not row.ran for row in rows)
    tables.show_run(rows)
    place = shlex.quote(str(folder.path))
    if why:
        progress.say(why)
    if not waiting:
        progress.say("nothing to go on with: every trial has its record")
    if left:
        progress.say(f"{left} of {len(specs)} trials have no record; go on with: harness eval --resume {place}")
    progress.say(f"kept in {folder.path}  (harness report {place})")
    return INTERRUPTED if why is None else exit_status(specs, (row for row in rows if row.ran))


def _resumed(options: argparse.Namespace) -> RunFolder:
    """A run that is there already; what it asked for stands in it."""
    from deskworld_harness.records import RunFolder
    from deskworld_harness.usage import UsageError

    unset = argparse.ArgumentParser()
    add(unset)
    for name, value in vars(unset.parse_args([])).items():
        if name not in OF_A_RESUMED and getattr(options, name) != value:
            given = "paths" if name == "paths" else f"--{name.replace('_', '-')}"
            raise UsageError(
                f"--resume goes on with what the run asked for: leave out {given}"
                " (only --concurrency, --workers and the limits of the whole run may be new)"
            )
    return RunFolder.open(options.resume)


def _started(options: argparse.Namespace) -> RunFolder:
    """A new run of the tasks that were asked for."""
    from deskworld_harness.agents import check_agent
    from deskworld_harness.documents import TrialSpec
    from deskworld_harness.models import ModelName
    from deskworld_harness.run import new_run, plan
    from deskworld_harness.task import find_tasks
    from deskworld_harness.usage import UsageError

    if not options.paths:
        raise UsageError("which tasks? Give the folder of one, or of many, such as tasks/creative/")
    if not options.model and not options.agent:
        raise UsageError("who shall do the work? Give --model PROVIDER:NAME or --agent solution")
    agent = options.agent or "model"
    if agent == "model" and not options.model:
        raise UsageError("--agent model needs --model PROVIDER:NAME")
    check_agent(agent)
    if options.model:
        ModelName.parse(options.model, options.base_url).key()
    if options.judge:
        ModelName.parse(options.judge, options.judge_base_url).key()
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
        transport=options.transport,
        revise=options.revise,
        renders=not options.no_renders,
        judge=options.judge,
        judge_base_url=options.judge_base_url,
        limits={name: value for name in LIMITS if (value := getattr(options, f"max_{name}")) is not None},
    )
    specs = plan(tasks, pattern, trials=options.trials, seed=options.seed)
    who = (options.model or agent).replace("/", "-").replace(":", "-").strip("-.")[-40:]
    out = options.out or RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-{who}"
    folder = new_run(out, specs, ["harness", *sys.argv[1:]])
    if not options.out:
        _remember(out)
    return folder


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
