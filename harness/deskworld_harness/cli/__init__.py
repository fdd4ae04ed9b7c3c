"""`harness`: one file a verb, each a few lines over the library.

A verb's module has `HELP`, `add(parser)` and `run(options) -> exit status`, and imports nothing heavy at its top, so
`harness --help` answers at once. What the caller can put right is printed as one line and ends with status 2.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

VERBS = ("eval", "check", "report", "grade", "list", "connect", "serve", "doctor", "new", "schema")


def main(argv: Sequence[str] | None = None) -> int:
    """The console script."""
    from deskworld_harness.usage import UsageError

    options = parser().parse_args(argv)
    try:
        return options.act(options)
    except UsageError as error:
        print(f"harness {options.verb}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `harness list tools | head`
        sys.stderr.close()
        return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="harness",
        description="A desk full of applications for agents: run tasks on it, plug its servers in, add your own.",
        epilog="exit status: 0 all passed, 1 some failed, 2 a usage error, 3 a system error",
    )
    verbs = made.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb in VERBS:
        module = import_module(f"{__name__}.{verb}")
        sub = verbs.add_parser(verb, help=module.HELP, description=module.__doc__)
        module.add(sub)
        sub.set_defaults(act=module.run)
    return made
