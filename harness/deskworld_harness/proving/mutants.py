"""The mutants of a solution: which single changes are tried.

    drop       each call left out; the solution believes that it was made
    argument   each argument of each writing call, wrong
    extra      a write too many at the end: a tool of the solution once more with something else, a record that nobody
               asked for, a stray file
    swap       two files of one kind in each other's place; a deliverable that is only its source
    answer     the last words missing, and each figure in them wrong
    damage     a deliverable empty, cut in half, missing (a gate of its own: all of these have to fail)

All of it follows from the record and the seed alone.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from deskworld_harness.proving import slips
from deskworld_harness.proving.arguments import changed_arguments
from deskworld_harness.proving.rehearsal import Record, Step
from deskworld_harness.proving.states import FOLDER

if TYPE_CHECKING:
    from deskworld_kit.calling import DeskTool

What = Literal["drop", "argument", "extra", "swap", "answer", "damage"]
KINDS: tuple[What, ...] = ("drop", "argument", "extra", "swap", "answer")
PAIRS = 3
SOURCES = 2
RECORDS = 2
SHORT = 60  # characters of a text that may be taken for another one as a whole


@dataclass(frozen=True)
class Choice:
    """A call instead of the recorded one, or one more."""

    text: str
    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Mutant:
    """One change. `at` is the index of the call it is about; None for what happens after the last call."""

    kind: What
    text: str
    tool: str = ""
    at: int | None = None
    choices: tuple[Choice, ...] = ()
    files: tuple[tuple[str, bytes | None], ...] = ()  # a path's new bytes; None removes it
    answer: str | None = None


def mutants(record: Record, seed: int = 0) -> list[Mutant]:
    """All mutants of a recorded solution."""
    chance = Random(f"{record.name}/{record.seed}/{seed}")
    return [
        *_drops(record),
        *_arguments(record, chance),
        *_extras(record, chance),
        *_swaps(record, chance),
        *_answers(record, chance),
    ]


def damages(record: Record) -> list[Mutant]:
    """Each deliverable empty, cut in half, and missing."""
    found: list[Mutant] = []
    for path in record.deliverables():
        data = record.states.blobs[record.last.files[path]]
        for what, left in (("emptied", b""), ("truncated", data[: len(data) // 2]), ("missing", None)):
            found.append(Mutant("damage", f"{path} {what}", files=((path, left),)))
    return found


def _drops(record: Record) -> Iterator[Mutant]:
    for at, step in enumerate(record.steps):
        yield Mutant("drop", f"call {at + 1} {step.name}: dropped{_about(step)}", step.name, at)


def _about(step: Step) -> str:
    """What the call was about, short."""
    told = json.dumps(step.arguments, ensure_ascii=False, default=str)
    return f" ({told[:97]}...)" if len(told) > 100 else f" ({told})"


def _arguments(record: Record, chance: Random) -> Iterator[Mutant]:
    tools = _tools(record)
    common = _common(record)
    for at, step in enumerate(record.steps):
        if step.reads or not step.ok or step.name not in tools:
            continue
        around = _around(record, step, common)
        for forms in changed_arguments(tools[step.name], step.arguments, around, chance):
            head = f"call {at + 1} {step.name}: "
            choices = tuple(Choice(head + form.text, step.name, form.arguments) for form in forms)
            yield Mutant("argument", choices[0].text, step.name, at, choices)


def _extras(record: Record, chance: Random) -> Iterator[Mutant]:
    tools = _tools(record)
    common = _common(record)
    last = {step.name: step for step in record.steps if not step.reads and step.ok and step.name in tools}
    for name, step in last.items():
        forms = list(changed_arguments(tools[name], step.arguments, _around(record, step, common), chance))
        chance.shuffle(forms)
        choices = tuple(
            Choice(f"at the end {name} once more: {form.text}", name, form.arguments) for each in forms for form in each
        )
        if choices:
            yield Mutant("extra", choices[0].text, name, None, choices[:12])
    yield from _unasked(record, chance)
    for path in record.deliverables()[:1]:
        stray = str(PurePosixPath(path).with_name(f"old-{PurePosixPath(path).name}"))
        data = record.states.blobs[record.last.files[path]]
        yield Mutant("extra", f"a stray file {stray}", files=((stray, data),))


def _unasked(record: Record, chance: Random) -> Iterator[Mutant]:
    """Records that nobody asked for, in tables that may change and in others, by the servers' own example calls."""
    for server in record.scene.servers:
        if not server.tables:
            continue
        with tempfile.TemporaryDirectory(prefix="deskworld-examples-") as folder:
            examples = server.example_calls(Path(folder))
        kinds = {tool.name: tool.mark.kind for tool in server.compiled}
        for kind, times in (("add", RECORDS), ("edit", 1), ("remove", 1)):
            calls = [
                Choice(f"at the end an unasked {name} {_about_call(arguments)}", name, arguments)
                for name, arguments in examples
                if kinds.get(name) == kind
            ]
            chance.shuffle(calls)
            for number in range(times):
                if chosen := calls[number::times]:
                    yield Mutant("extra", chosen[0].text, chosen[0].tool, None, tuple(chosen))


def _about_call(arguments: dict[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False, default=str)[:100]


def _swaps(record: Record, chance: Random) -> Iterator[Mutant]:
    files = {path: what for path, what in record.last.hashes().items() if not path.startswith(".deskworld/")}
    start = record.first.hashes()
    made = record.deliverables()
    pairs = [
        (one, other)
        for one in made
        for other in files
        if _kind(one) == _kind(other) and files[one] != files[other] and not (other in made and other <= one)
    ]
    for one, other in sorted(chance.sample(pairs, min(len(pairs), PAIRS))):
        data = record.states.blobs
        change = ((one, data[files[other]]), (other, data[files[one]]))
        yield Mutant("swap", f"{one} and {other} swapped", files=change)
    for path in made:
        sources = [each for each in start if _kind(each) == _kind(path) and start[each] != files[path]]
        for source in sorted(chance.sample(sources, min(len(sources), SOURCES))):
            what = "as it was at the start" if source == path else f"only a copy of {source}"
            yield Mutant("swap", f"{path} is {what}", files=((path, record.states.blobs[start[source]]),))


def _answers(record: Record, chance: Random) -> Iterator[Mutant]:
    answer = record.answer
    if answer.strip():
        yield Mutant("answer", "the answer is empty", answer="")
    for found in slips.figures(answer):
        wrong = slips.figure(found[0], chance)
        near = f"{answer[max(0, found.start() - 25) : found.end() + 10]!r}"
        text = f"answer: {found[0]} -> {wrong} in {near}"
        yield Mutant("answer", text, answer=f"{answer[: found.start()]}{wrong}{answer[found.end() :]}")


def _kind(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _tools(record: Record) -> dict[str, DeskTool]:
    return {tool.name: tool for server in record.scene.servers for tool in server.compiled}


def _common(record: Record) -> slips.Surroundings:
    """What the whole task knows: its ids, addresses, names, words and colours."""
    ids: dict[str, dict[str, None]] = {}
    mails: dict[str, None] = {}
    names: dict[str, None] = {}
    words: dict[str, None] = {}
    colors: dict[str, None] = {}
    peers: dict[str, dict[str, None]] = {}
    for step in record.steps:
        for text in _strings(step.result):
            if found := re.fullmatch(r"([a-z]+(?:_[a-z]+)*)_\d+", text):
                ids.setdefault(found[1], {})[text] = None
            mails.update(dict.fromkeys(re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)))
    for name, text in (pair for step in record.steps if not step.reads for pair in _named(step.arguments)):
        if len(text) <= SHORT:
            peers.setdefault(name, {})[text] = None
    for text in [
        *(each for step in record.steps if not step.reads for each in _strings(step.arguments)),
        record.answer,
    ]:
        more_names, more_words = slips.words_of(text)
        names.update(dict.fromkeys(more_names))
        words.update(dict.fromkeys(more_words))
        mails.update(dict.fromkeys(re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)))
        colors.update(dict.fromkeys(found.upper() for found in re.findall(r"#[0-9A-Fa-f]{6}\b", text)))
    return slips.Surroundings(
        ids={noun: list(found) for noun, found in ids.items()},
        mails=tuple(mails),
        names=tuple(names),
        words=tuple(words),
        colors=tuple(colors),
        peers={name: list(found) for name, found in peers.items()},
    )


def _around(record: Record, step: Step, common: slips.Surroundings) -> slips.Surroundings:
    """What there is to be confused with at this call."""
    before, after = record.states.known[step.before], record.states.known[step.after]
    there = [path for path in before.files if not path.startswith(".deskworld")]
    made = [path for path, what in after.files.items() if before.files.get(path) != what and path not in before.files]
    return replace(
        common,
        files=tuple(path for path in there if before.files[path] != FOLDER),
        folders=tuple(path for path in there if before.files[path] == FOLDER),
        made=frozenset(made),
    )


def _named(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a call's arguments, each with the name it goes by."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, item in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _named(item, str(key))
    elif isinstance(value, list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _named(item, name)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(item)


def matches(mutant: Mutant, only: str) -> bool:
    """Whether a mutant is one of `KIND/TOOL`; either may be left out or hold wildcards."""
    kind, _, tool = only.partition("/")
    return fnmatchcase(mutant.kind, kind or "*") and fnmatchcase(mutant.tool, tool or "*")
