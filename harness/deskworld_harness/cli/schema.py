"""Print the JSON Schema of a document: what a run, a trial, a trajectory, a world's pages or a task holds."""

from __future__ import annotations

import argparse
import json

HELP = "print the JSON Schema of a document on disk"
NAMES = ("run", "trial", "trajectory", "world", "task")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=NAMES)


def run(options: argparse.Namespace) -> int:
    from deskworld_harness.documents import DOCUMENTS
    from deskworld_harness.task import TaskDocument

    print(json.dumps((DOCUMENTS | {"task": TaskDocument})[options.name].model_json_schema(), indent=2))
    return 0
