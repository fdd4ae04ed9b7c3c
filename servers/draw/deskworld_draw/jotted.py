"""Objects where lines of text are asked for, written as the line that says the same.

The tools take 'a -> b: words' and 'words | first day | last day', since that is what costs a caller least. Who learned
another drawing library sends {"from": "a", "to": "b", "label": "words"} all the same, and means just that line.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, cast

_FROM = ("from", "source", "start", "sender", "a", "src", "tail", "from_node", "parent")
_TO = ("to", "target", "end", "receiver", "b", "dst", "head", "to_node", "child")
_WORDS = ("label", "text", "words", "message", "name", "title")
_DASHED = ("dashed", "dotted", "style", "type", "reply", "return")
_AMOUNT = ("value", "amount", "weight", "count", "size", "flow")
_TASK = ("name", "task", "words", "title", "label", "text", "id")
_FIRST = ("start", "first_day", "first", "from", "begin", "start_date", "day", "date")
_LAST = ("end", "last_day", "last", "to", "finish", "end_date", "until", "due")
_GROUP = ("group", "section", "team", "phase", "owner", "category", "assignee", "resource")
_DAYS = ("duration", "days", "duration_days", "length")
_MILESTONE = ("milestone", "is_milestone")
_WHEN = ("day", "date", "when", "time", "year", "start", "at")
_EVENT = ("words", "label", "title", "event", "name", "text")
_MORE = ("more", "note", "description", "details", "detail", "body", "subtitle")


def arrows(given: Any) -> Any:
    """Lines like 'a -> b: words' of objects with from, to and label, and of pairs [a, b]."""
    return _each(given, _arrow)


def tasks(given: Any) -> Any:
    """Lines like 'words | 2026-01-05 | 2026-01-16 | group' of objects with name, start, end and group."""
    return _each(given, _task)


def flows(given: Any) -> Any:
    """Lines like 'a -> b: 12' of objects with from, to and value, and of rows [a, b, 12]."""
    return _each(given, _flow)


def weights(given: Any) -> Any:
    """Lines like 'harbour: 12' of an object of words and numbers, of objects with word and count, of pairs."""
    if isinstance(given, dict):
        given = [[name, value] for name, value in cast("dict[Any, Any]", given).items()]
    lines = _each(given, _weight)
    return "\n".join(map(str, cast("list[Any]", lines))) if isinstance(lines, list) else lines


def events(given: Any) -> Any:
    """Lines like 'day | words | more' of objects with date, title and description."""
    return _each(given, _event)


def _each(given: Any, write: Callable[[Any], str]) -> Any:
    if not isinstance(given, list):
        return [write(given)] if isinstance(given, dict) else given
    return [write(each) if isinstance(each, dict | list) else each for each in cast("list[Any]", given)]


def _arrow(given: dict[str, Any] | list[Any]) -> str:
    form = "write 'a -> b: words', or an object with from, to and label"
    if isinstance(given, list):
        if not 2 <= len(given) <= 3 or not all(isinstance(each, str) for each in given):
            raise ValueError(form)
        given = dict(zip(("from", "to", "label"), given, strict=False))
    said = _Fields(given, form)
    source, target, label = said.text(_FROM, needed=True), said.text(_TO, needed=True), said.text(_WORDS)
    dashed = said.text(_DASHED).casefold() in ("true", "dashed", "dotted", "dash", "reply", "return")
    said.end()
    if any("->" in name or ": " in name or name.endswith(":") for name in (source, target)):
        raise ValueError(
            f"{source[:40]!r} or {target[:40]!r} holds an arrow or a colon; give a short id, and its label in `nodes`"
        )
    return f"{source} {'-->' if dashed else '->'} {target}" + (f": {label}" if label else "")


def _flow(given: dict[str, Any] | list[Any]) -> str:
    form = "write 'a -> b: 12', or an object with from, to and value"
    if isinstance(given, list):
        given = dict(zip(("from", "to", "value"), given, strict=False)) if len(given) == 3 else {}
    said = _Fields(given, form)
    source, target, amount = said.text(_FROM, needed=True), said.text(_TO, needed=True), said.text(_AMOUNT, needed=True)
    said.end()
    return f"{source} -> {target}: {amount}"


def _weight(given: dict[str, Any] | list[Any]) -> str:
    form = "give a text, or lines like 'harbour: 12'"
    if isinstance(given, list):
        given = dict(zip(("word", "count"), given, strict=False)) if len(given) == 2 else {}
    said = _Fields(given, form)
    return f"{said.text(('word', *_WORDS), needed=True)}: {said.text(('count', *_AMOUNT), needed=True)}"


def _task(given: dict[str, Any] | list[Any]) -> str:
    form = "write 'words | first day | last day | group', or an object with name, start, end and group"
    said = _Fields(given, form)
    name, first, last = said.text(_TASK, needed=True), said.text(_FIRST, needed=True), said.text(_LAST)
    group, days, milestone = said.text(_GROUP), said.text(_DAYS), said.text(_MILESTONE) == "true"
    said.end(_TASK)
    if days and not last:
        try:
            last = str(date.fromisoformat(first) + timedelta(days=max(1, int(days.split()[0].rstrip("d"))) - 1))
        except (ValueError, OverflowError):
            raise ValueError(f"{first[:30]!r} and {days[:30]!r} make no last day; {form}") from None
    return _row(form, name, first, "" if milestone else last, group)


def _event(given: dict[str, Any] | list[Any]) -> str:
    form = "write 'day | words | more', or an object with date, title and description"
    said = _Fields(given, form)
    when, words, more = said.text(_WHEN, needed=True), said.text(_EVENT), said.text(_MORE)
    said.end()
    return _row(form, when, *((words, more) if words else (more, "")))


def _row(form: str, *parts: str) -> str:
    if any("|" in part for part in parts):
        raise ValueError(f"a text holds |, which parts the line; {form}")
    return " | ".join(parts).rstrip(" |") if parts[-1] == "" else " | ".join(parts)


class _Fields:
    """What an object says, by any of the names that a field goes by."""

    def __init__(self, given: Any, form: str) -> None:
        if not isinstance(given, dict):
            raise ValueError(form)
        held = cast("dict[str, Any]", given)
        self._left = {str(name).strip().casefold().replace(" ", "_").replace("-", "_"): held[name] for name in held}
        self._form = form

    def text(self, names: tuple[str, ...], *, needed: bool = False) -> str:
        """The first of these that is there, as text."""
        for name in names:
            value = self._left.get(name)
            if value is None:
                continue
            if not isinstance(value, str | int | float):
                break
            del self._left[name]
            text = str(value).casefold() if isinstance(value, bool) else str(value)
            return " ".join(text.split())
        if needed:
            raise ValueError(f"{names[0]!r} is missing; {self._form}")
        return ""

    def end(self, spare: tuple[str, ...] = ()) -> None:
        """Refuse what nobody read: it would be lost. `spare` are names that may say the same thing twice."""
        left = [name for name, value in self._left.items() if value not in (None, "", [], {}) and name not in spare]
        if left:
            raise ValueError(f"{left[0]!r} has no place in it; {self._form}")
