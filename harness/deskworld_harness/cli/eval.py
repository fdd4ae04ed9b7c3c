"""Run an agent on tasks, show how it goes, and keep a record of everything."""

from __future__ import annotations

import argparse
import shlex
import sys
from datetime import datetime
from pathlib import Path

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
    out = options.out or Path("runs") / f"{datetime.now():%Y%m%d-%H%M%S}-{who}"
    folder = new_run(out, specs, ["harness", *sys.argv[1:]])

    from deskworld_harness.cli import progress, tables

    with progress.watching(len(specs)) as watch:
        try:
            anyio.run(lambda: run_trials(folder, specs, concurrency=options.concurrency, watch=watch))
        except KeyboardInterrupt:
            progress.say("stopped; what was finished is kept")
    records = folder.records()
    tables.show_run(records, missing=len(specs) - len(records))
    progress.say(f"kept in {out}  (harness report {shlex.quote(str(out))})")
    return exit_status(specs, records)


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
