"""Golden and actual: which changes are right, which are missing, wrong or extra.

Both worlds started from one image, so what each did is a diff, and rows that were there at the start are followed by
their key. New rows have ids that depend on the order of work, so they are matched by what they hold: each pair of a
golden and an actual row scores the mean agreement of its columns, and the Hungarian algorithm picks the pairing with
the largest sum. An id inside a row stands for the row it names: golden's ids are renamed to those of the rows they were
matched with, and compared then. Rows that look alike but for what hangs on them (two orders of one customer with other
lines) are told apart by the pairing of their children; that is why the matching is done in a few rounds.

Entity precision, recall and F1 follow MM-ToolSandBox (its `EntityDiffEvaluator`: Hungarian matching, a pair scores the
mean similarity of its compared columns, precision = sum of scores / actual changes, recall = sum of scores / expected
changes), with two differences: the sums run over all changes at once instead of being averaged over tables and
operations, and changes that nobody expected, also to tables the golden run left alone, count in precision.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from deskworld_verifiers.pairing import pair_up
from deskworld_verifiers.rules import ColumnRule, TableRule, is_given_id
from deskworld_verifiers.showing import show
from deskworld_verifiers.state import Change, StateDiff, diff

if TYPE_CHECKING:
    from sqlalchemy import MetaData

_ROUNDS = 5
_ALIKE = 0.5
"""Below this agreement two new rows are shown as one missing and one extra, not as one that is wrong."""
_CHILD = 1e-3
"""What one matched child adds for its parents: enough to break a tie, too little to outweigh a column."""

Names = dict[tuple[str, Any], Any]
"""Golden's new ids, by table, to the actual ids of the rows they were matched with."""


@dataclass(frozen=True)
class EntityScore:
    """How much of what should have changed did (recall), and how much of what changed should have (precision)."""

    matched: float
    expected: int
    actual: int

    @property
    def precision(self) -> float:
        return self.matched / self.actual if self.actual else float(self.expected == 0)

    @property
    def recall(self) -> float:
        return self.matched / self.expected if self.expected else float(self.actual == 0)

    @property
    def f1(self) -> float:
        """Harmonic mean; 1 where nothing should have changed and nothing did."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True)
class Difference:
    """One change that is missing, extra, or made with other values than golden's."""

    what: Literal["missing", "extra", "wrong"]
    change: Change
    columns: Mapping[str, tuple[object, object]] = field(default_factory=dict[str, tuple[object, object]])
    """Of a wrong one: what golden has and what is there, by column."""

    @property
    def table(self) -> str:
        return self.change.table

    def __str__(self) -> str:
        if self.what != "wrong":
            return f"{self.what}: {self.change}"
        parts = [f"{name} is {show(got, 80)}, not {show(want, 80)}" for name, (want, got) in self.columns.items()]
        return f"wrong: {self.table}[{', '.join(map(str, self.change.key))}] {', '.join(parts)}"

    __repr__ = __str__


@dataclass(frozen=True)
class Comparison:
    """What the actual world did, held against golden's."""

    differences: tuple[Difference, ...]
    score: EntityScore

    @property
    def same(self) -> bool:
        return not self.differences


@dataclass
class _Pair:
    golden: Change
    actual: Change
    agreement: float


def compare(
    before: bytes,
    golden: bytes,
    after: bytes,
    metadata: "MetaData | None" = None,
    *,
    tables: Iterable[str] = (),
    rules: Mapping[str, str] | None = None,
    done: StateDiff | None = None,
) -> Comparison:
    """Hold what was done on the way to `after` against what was done on the way to `golden`.

    Args:
        before: The image that both started from.
        golden: What the reference solution left.
        after: What the agent left.
        metadata: The tables, whose columns say how they compare.
        tables: Only these; all where none is named.
        rules: Columns that compare another way in this task, such as `{"email_message.body": "ignored"}`.
        done: The diff of `before` and `after`, from whoever has it already (with no rules of its own).
    """
    expected = diff(before, golden, metadata, rules=rules)
    actual = done if done is not None and not rules else diff(before, after, metadata, rules=rules)
    chosen = set(tables)
    if chosen:
        expected, actual = expected.within(*chosen), actual.within(*chosen)
    return _Match(expected, actual).comparison()


def entity_f1(before: bytes, golden: bytes, after: bytes, metadata: "MetaData | None" = None) -> EntityScore:
    """Precision, recall and F1 over the changed entities."""
    return compare(before, golden, after, metadata).score


class _Match:
    """The pairing of two diffs, made in rounds until the names of new rows stay as they are."""

    def __init__(self, expected: StateDiff, actual: StateDiff) -> None:
        self.expected, self.actual = expected, actual
        self.new_golden, self.new_actual = _new_by_table(expected), _new_by_table(actual)
        self.fresh = {
            (table, change.key[0])
            for table, changes in self.new_golden.items()
            for change in changes
            if change.rule.is_given(change.key)
        }
        self.fresh_ids = {key for _, key in self.fresh if is_given_id(key)}
        self.names: Names = {}
        self.pairs: list[_Pair] = []
        for number in range(_ROUNDS):
            known = dict(self.names)
            self._round(first=number == 0)
            if number and self.names == known:
                break

    def comparison(self) -> Comparison:
        # Rows followed by their key come last, for they may name new rows.
        pairs = [*self._followed_pairs(), *self.pairs]
        paired = {id(change) for pair in pairs for change in (pair.golden, pair.actual)}
        found = [Difference("missing", change) for change in self.expected if id(change) not in paired]
        for pair in pairs:
            wrong = self._wrong(pair)
            if wrong is None or (wrong and _is_new(pair.golden) and pair.agreement < _ALIKE):
                found += [Difference("missing", pair.golden), Difference("extra", pair.actual)]
            elif wrong:
                found.append(Difference("wrong", pair.actual, wrong))
        found += [Difference("extra", change) for change in self.actual if id(change) not in paired]
        matched = sum(pair.agreement for pair in pairs)
        return Comparison(tuple(found), EntityScore(matched, len(self.expected), len(self.actual)))

    def _followed_pairs(self) -> list[_Pair]:
        """Rows that both followed by one key: there from the start, or new under a key that means something."""
        actual = {(change.table, change.key): change for change in self.actual if not _is_new(change)}
        pairs: list[_Pair] = []
        for change in self.expected:
            other = actual.get((change.table, change.key))
            if other is not None and not _is_new(change):
                pairs.append(_Pair(change, other, self._followed(change, other)))
        return pairs

    def _round(self, *, first: bool) -> None:
        """Match the new rows of each table, parents before children once names are known."""
        votes = self._votes()
        self.pairs = []
        for table in _parents_first(self.new_golden):
            golden, actual = self.new_golden[table], self.new_actual.get(table, [])
            if not actual:
                continue
            columns = [column for column in _told(golden[0].rule) if not (first and self._asks(column, golden))]
            places = pair_up(
                columns,
                [tuple(self._renamed(column, change.row[column.name]) for column in columns) for change in golden],
                [tuple(change.row[column.name] for column in columns) for change in actual],
                _bonus(votes[table], golden, actual),
            )
            pairs = [_Pair(golden[row], actual[place], agreement) for row, place, agreement in places]
            self.pairs += pairs
            self._name(table, pairs)

    def _name(self, table: str, pairs: Sequence[_Pair]) -> None:
        for name in [name for name in self.names if name[0] == table]:
            self.names.pop(name)
            self.names.pop(("", name[1]), None)
        for pair in pairs:
            old, new = pair.golden.key[0], pair.actual.key[0]
            if (table, old) in self.fresh:
                self.names[table, old] = new
                if is_given_id(old):  # ids are unique over tables, so it can be followed without a foreign key
                    self.names["", old] = new

    def _votes(self) -> "defaultdict[str, Counter[tuple[Any, Any]]]":
        """By table, how many matched children say that one golden parent is one actual parent."""
        votes: defaultdict[str, Counter[tuple[Any, Any]]] = defaultdict(Counter)
        for pair in self.pairs:
            for name, column in pair.golden.rule.columns.items():
                parent = pair.golden.row[name]
                if column.refers and (column.refers, parent) in self.fresh:
                    votes[column.refers][parent, pair.actual.row[name]] += 1
        return votes

    def _asks(self, column: ColumnRule, golden: Sequence[Change]) -> bool:
        """Whether the column names new rows, of which nobody knows yet which they are."""
        return bool(column.refers) and any((column.refers, change.row[column.name]) in self.fresh for change in golden)

    def _followed(self, golden: Change, actual: Change) -> float:
        """The agreement of one row that both changed, removed, or added under a key of its own."""
        if golden.what != actual.what:
            return 0.0
        if golden.what == "removed":
            return 1.0
        columns = _told(golden.rule)
        if golden.what == "changed":
            columns = [column for column in columns if column.name in {*golden.columns, *actual.columns}]
        scores = [
            column.agrees(self._renamed(column, golden.row[column.name]), actual.row[column.name]) for column in columns
        ]
        return sum(scores) / len(scores) if scores else 1.0

    def _wrong(self, pair: _Pair) -> dict[str, tuple[object, object]] | None:
        """The columns that don't agree well enough; None where the two did not even do the same to the row."""
        if pair.golden.what != pair.actual.what:
            return None
        found: dict[str, tuple[object, object]] = {}
        if pair.golden.what != "removed":
            for column in _told(pair.golden.rule):
                want, got = self._renamed(column, pair.golden.row[column.name]), pair.actual.row[column.name]
                if not column.accepts(column.agrees(want, got)):
                    found[column.name] = (want, got)
        return found

    def _renamed(self, column: ColumnRule, value: Any) -> Any:
        """Golden's value in the actual world's ids."""
        if column.refers and (column.refers, value) in self.fresh:
            return self.names.get((column.refers, value), _Unmatched(value))
        if isinstance(value, str) and value in self.fresh_ids:
            return self.names.get(("", value), _Unmatched(value))
        if isinstance(value, list):
            return [self._renamed(column, part) for part in value]
        if isinstance(value, dict):
            return {name: self._renamed(column, part) for name, part in value.items()}
        return value


class _Unmatched(str):
    """A golden id whose row has no counterpart: equal to no actual id, even one spelled the same."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return f"{str.__repr__(self)} (which has no counterpart)"


def _is_new(change: Change) -> bool:
    """Whether it is a new row whose key says nothing by itself, as a name or a setting's key would."""
    if change.what != "added":
        return False
    rule = change.rule
    return rule.is_given(change.key) or any(
        rule.columns[name].refers or is_given_id(part) for name, part in zip(rule.key, change.key, strict=True)
    )


def _new_by_table(changes: Iterable[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        if _is_new(change):
            found[change.table].append(change)
    return found


def _told(rule: TableRule) -> list[ColumnRule]:
    """The compared columns, without a key that only says which row it is."""
    lone = rule.key[0] if len(rule.key) == 1 and not rule.columns[rule.key[0]].refers else ""
    return [rule.columns[name] for name in rule.compared if name != lone]


def _parents_first(changes: Mapping[str, Sequence[Change]]) -> list[str]:
    """The tables in the order of their references; a circle is broken by name."""
    refers = {table: {c.refers for c in rows[0].rule.columns.values()} - {table} for table, rows in changes.items()}
    left, done = sorted(refers), list[str]()
    while left:
        free = [table for table in left if not refers[table] & set(left)] or left[:1]
        done += free
        left = [table for table in left if table not in free]
    return done


def _bonus(
    votes: "Counter[tuple[Any, Any]]", golden: Sequence[Change], actual: Sequence[Change]
) -> dict[tuple[int, int], float]:
    """What the matched children add to the agreement of their parents, by place."""
    rows = {change.key[0]: place for place, change in enumerate(golden)}
    places = {change.key[0]: place for place, change in enumerate(actual)}
    return {
        (rows[one], places[other]): _CHILD * min(count, 100)
        for (one, other), count in votes.items()
        if one in rows and other in places
    }
