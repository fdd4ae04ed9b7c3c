"""Writing checks, loading them and running them.

A check is a plain function with plain asserts that takes one `Submission`:

    @check("content")
    def total_is_right(s: Submission) -> None:
        "The summary's total is the sum of the orders."
        assert s.workbook("out/report.xlsx").sheet("Summary").value("B4") == 1234.5

Its first docstring line is its title. It may return a sentence, which is then the evidence of a pass; else the
asserts that held are. A check that held nothing proved nothing and is an error, and so is one that returns something
else (a forgotten assert) or writes into the workspace. Checks of one submission run one after the other, each on a
thread with a time limit, and never stop each other.
"""

import ctypes
import importlib.util
import inspect
import linecache
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, get_args

from deskworld_verifiers.asserting import NOTE, PARSING, Explained, Note, noting, rewritten
from deskworld_verifiers.outcome import CheckResult, Kind, Outcome, Unjudged
from deskworld_verifiers.showing import MESSAGE_LIMIT, WHOLE, cut, show

if TYPE_CHECKING:
    from deskworld_verifiers.submission import Submission

SECONDS = 120.0
"""How long one check may take; rendering a long deck is the slowest thing one does."""
_FACTS_SHOWN = 6

Judged = tuple[Outcome, str]
"""How a check ended, and its evidence."""


class TooSlow(BaseException):
    """A check ran past its time limit."""


@dataclass(frozen=True)
class Check:
    """A function that looks at a submission, what kind of thing it looks at, and what it says."""

    name: str
    kind: Kind
    title: str
    run: "Callable[[Submission], object]"

    def __call__(self, submission: "Submission") -> object:
        return self.run(submission)


def check(kind: Kind) -> "Callable[[Callable[[Submission], str | None]], Check]":
    """Mark a function as a check of this kind."""
    if kind not in get_args(Kind):
        raise ValueError(f"no kind of check {kind!r}; kinds are {', '.join(get_args(Kind))}")

    def mark(function: "Callable[[Submission], str | None]") -> Check:
        if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
            raise TypeError(f"{function.__name__}: a check is a plain function, neither async nor a generator")
        title = (inspect.getdoc(function) or function.__name__.replace("_", " ")).splitlines()[0]
        return Check(function.__name__, kind, title, function)

    return mark


def load_checks(path: Path) -> list[Check]:
    """The checks of a file, in the order in which they are written, their asserts rewritten to explain themselves."""
    resolved = path.resolve()
    status = resolved.stat()
    return list(_loaded(resolved, status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=512)
def _loaded(path: Path, _changed: int, _size: int) -> tuple[Check, ...]:
    name = "deskworld_checks_" + re.sub(r"\W", "_", path.as_posix())
    module = ModuleType(name)
    module.__file__ = str(path)
    setattr(module, NOTE, Note)
    source = importlib.util.decode_source(path.read_bytes())
    with PARSING:
        code = compile(rewritten(source, str(path)), str(path), "exec", dont_inherit=True, optimize=0)
    linecache.checkcache(str(path))
    sys.modules[name] = module  # dataclasses and pydantic look their module up
    exec(code, module.__dict__)
    found = dict.fromkeys(value for value in vars(module).values() if isinstance(value, Check))
    if not found:
        raise ValueError(f"{path} has no checks: decorate functions with @check(kind)")
    return tuple(found)


def run_checks(checks: Iterable[Check], submission: "Submission", *, seconds: float = SECONDS) -> list[CheckResult]:
    """The result of each check, whatever any of them does."""
    results: list[CheckResult] = []
    with _Bench.free() as bench:
        files = _stamps(submission.workspace)
        for one in checks:
            start = perf_counter()
            outcome, evidence = bench.within(seconds, lambda one=one: _judged(one, submission))
            before, files = files, _stamps(submission.workspace)
            if touched := sorted({os.path.relpath(path, submission.workspace) for path, _ in before ^ files}):
                outcome = "error"
                evidence = f"the check changed the workspace ({', '.join(touched)}): it may only look"
            results.append(
                CheckResult(
                    name=one.name,
                    kind=one.kind,
                    title=one.title,
                    outcome=outcome,
                    # Where the workspace lies differs from trial to trial; what is in it doesn't.
                    evidence=cut(evidence.replace(f"{submission.workspace}/", "")),
                    seconds=round(perf_counter() - start, 4),
                )
            )
    return results


def _judged(one: Check, submission: "Submission") -> Judged:
    """The one place where what a check does becomes an outcome."""
    try:
        with noting() as facts:
            said = one.run(submission)
    except Unjudged as doubt:
        return "unjudged", str(doubt)
    except AssertionError as failure:
        return "failed", _failure(failure)
    except LookupError as error:
        # The facts of a file refuse what isn't in it (no such sheet, slide, shape): the file lacks it.
        where = traceback.extract_tb(error.__traceback__)[-1]
        if "deskworld_artifacts" in Path(where.filename).parts:
            return "failed", _failure(error)
        return "error", _error(error)
    except TooSlow:
        raise
    except BaseException as error:
        return "error", _error(error)
    if said is not None and not isinstance(said, str):
        return "error", f"the check returned {show(said)}: it should assert, and return nothing or a sentence"
    if not facts and NOTE in getattr(one.run, "__globals__", {}):
        return "error", "the check asserted nothing, so it proved nothing"
    more = f"; and {len(facts) - _FACTS_SHOWN} more" if len(facts) > _FACTS_SHOWN else ""
    return "passed", said or "; ".join(facts[:_FACTS_SHOWN]) + more or one.title


def _failure(failure: Exception) -> str:
    """Why it failed: the message, the line of the checks file, and the values it was about."""
    message = failure.args[0] if failure.args else ""
    if isinstance(message, Explained):
        return message
    frames = [
        (frame, line)
        for frame, line in traceback.walk_tb(failure.__traceback__)
        if not frame.f_globals.get("__name__", "").startswith(("deskworld_verifiers", "deskworld_artifacts"))
    ]
    if not frames:
        return cut(str(message), MESSAGE_LIMIT)
    frame, number = frames[-1]
    source = linecache.getline(frame.f_code.co_filename, number, frame.f_globals).strip()
    named = [name for name in dict.fromkeys(re.findall(r"\w+", source)) if name in frame.f_locals]
    shown = {name: show(frame.f_locals[name]) for name in named}
    values = [f"  {name} = {value}" for name, value in shown.items() if value != WHOLE]
    return "\n".join([*([cut(str(message), MESSAGE_LIMIT)] if message else []), f"line {number}: {source}", *values])


def _error(error: BaseException) -> str:
    """What broke and where, without the machine's paths."""
    frames = traceback.extract_tb(error.__traceback__)
    where = frames[-1] if frames else None
    place = f" ({Path(where.filename).name} line {where.lineno}: {where.line})" if where else ""
    return f"{type(error).__name__}: {cut(str(error), MESSAGE_LIMIT)}{place}"


class _Bench:
    """One thread on which checks run, each for so long at most; a check that holds its thread costs that thread.

    Benches are used again, since a thread's start costs as much as a small check; each serves one submission at a time.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Callable[[], Judged], SimpleQueue[Judged]]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    @classmethod
    @contextmanager
    def free(cls) -> "Generator[_Bench, None, None]":
        """One that nobody uses, as long as the block runs."""
        try:
            bench = _idle.pop()
        except IndexError:
            bench = cls()
        yield bench
        _idle.append(bench)

    def within(self, seconds: float, work: Callable[[], Judged]) -> Judged:
        """Do the work; past the limit, interrupt it and say so.

        Python code ends at its next step. A native call that hangs keeps its thread (a daemon) until its process ends.
        """
        if self._thread is None or not self._thread.is_alive():  # new, or left behind by a fork
            self._thread = threading.Thread(target=_serve, args=(self._work,), name="checks", daemon=True)
            self._thread.start()
        thread, done = self._thread, SimpleQueue[Judged]()
        context = copy_context()
        self._work.put((lambda: context.run(work), done))
        try:
            return done.get(timeout=seconds)
        except Empty:
            assert thread.ident is not None
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TooSlow))
            thread.join(1.0)
            self._work, self._thread = SimpleQueue(), None
            return "error", f"the check took longer than {seconds:g} s"


_idle: list[_Bench] = []


def _serve(work: "SimpleQueue[tuple[Callable[[], Judged], SimpleQueue[Judged]]]") -> None:
    try:
        while True:
            job, done = work.get()
            try:
                ended = job()
            except Exception as error:  # what can't even say what it is
                ended = ("error", f"{type(error).__name__} while its outcome was put into words")
            done.put(ended)
            del job, done  # or the submission would live as long as the bench is idle
    except TooSlow:
        return


def _stamps(workspace: Path) -> set[tuple[str, int]]:
    """What would tell that a file was written: cheap, and enough among friends."""
    return {(entry.path, entry.stat(follow_symlinks=False).st_mtime_ns) for entry in _files(workspace)}


def _files(folder: str | Path) -> Iterator[os.DirEntry[str]]:
    """Everything below a folder that is no folder itself. It is asked before and after each check, so it is quick."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
            else:
                yield entry
