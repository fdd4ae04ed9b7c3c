"""What a caller plainly means is taken; what could mean two things is not."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from deskworld_kit import Arguments, Result, ToolError, World, tool
from deskworld_kit.calling import compile_tool
from pydantic import AfterValidator, Field


class Source(Arguments):
    path: str
    pages: list[int] | None = None


class Value(Arguments):
    field: str
    value: str


class Kind(StrEnum):
    bar = "bar"
    two_bars = "two_bars"


class Nothing(Result):
    pass


def no_more_than_one(value: float) -> float:
    """Like a tool's own rule for an argument."""
    if value > 1:
        raise ValueError("must be 0 to 1")
    return value


Box = Annotated[list[int], Field(min_length=4, max_length=4)]
Point = Annotated[list[float], Field(min_length=2, max_length=2)]


@tool("read")
def try_forms(
    world: World,
    shape: str = "",
    shapes: list[str] | None = None,
    either: str | list[str] = "",
    pages: list[int] | None = None,
    sources: list[Source] | None = None,
    one: Source | None = None,
    values: list[Value] | None = None,
    rows: list[list[str | int]] | None = None,
    kind: Kind = Kind.bar,
    turn: Literal["90", "left"] = "left",
    corner: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None,
    numbers: int | list[int] = 0,
    quarter: Literal[90, 180, -90] = 90,
    quarters: list[Literal[90, 180]] | None = None,
    scale: Annotated[float, AfterValidator(no_more_than_one)] = 1.0,
    hidden: bool = False,
    boxes: list[Box] | None = None,
    points: list[Point] | None = None,
    marks: list[Kind] | None = None,
    align: Literal["left", "center", "top_right"] = "left",
    form: Literal["jpeg", "png"] = "png",
) -> Nothing:
    """Take every form."""
    return Nothing()


TOOL = compile_tool(try_forms, in_thread=False)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"shape": 3}, {"shape": "3"}),
        ({"shape": 3.0}, {"shape": "3"}),
        ({"shape": 2.5}, {"shape": "2.5"}),
        ({"shapes": 3}, {"shapes": ["3"]}),
        ({"shapes": [3, "a"]}, {"shapes": ["3", "a"]}),
        ({"shapes": "a, b"}, {"shapes": ["a, b"]}),
        ({"either": 5}, {"either": "5"}),
        ({"either": [5]}, {"either": ["5"]}),
        ({"pages": 2}, {"pages": [2]}),
        ({"pages": "2"}, {"pages": [2]}),
        ({"pages": "1-3, 7"}, {"pages": [1, 2, 3, 7]}),
        ({"sources": "a.pdf"}, {"sources": [Source(path="a.pdf")]}),
        (
            {"sources": ["a.pdf", {"path": "b.pdf", "pages": "2-3"}]},
            {"sources": [Source(path="a.pdf"), Source(path="b.pdf", pages=[2, 3])]},
        ),
        ({"sources": {"path": "a.pdf", "pages": 1}}, {"sources": [Source(path="a.pdf", pages=[1])]}),
        ({"one": "a.pdf"}, {"one": Source(path="a.pdf")}),
        (
            {"values": {"Name": "Ada", "Age": 3}},
            {"values": [Value(field="Name", value="Ada"), Value(field="Age", value="3")]},
        ),
        ({"values": {"field": "Name", "value": "Ada"}}, {"values": [Value(field="Name", value="Ada")]}),
        ({"kind": "Bar"}, {"kind": Kind.bar}),
        ({"kind": "Two Bars"}, {"kind": Kind.two_bars}),
        ({"turn": 90}, {"turn": "90"}),
        ({"numbers": "1-2"}, {"numbers": [1, 2]}),
        ({"numbers": "5"}, {"numbers": 5}),
        ({"quarter": "90"}, {"quarter": 90}),
        ({"quarter": 180.0}, {"quarter": 180}),
        ({"quarters": "90, 180"}, {"quarters": [90, 180]}),
        ({"quarters": ["90", 180]}, {"quarters": [90, 180]}),
        ({"scale": "0.5", "hidden": "true"}, {"scale": 0.5, "hidden": True}),
        ({"pages": ["5", "7"]}, {"pages": [5, 7]}),
        ({"corner": "100, 200"}, {"corner": [100, 200]}),
        ({"corner": "900x500"}, {"corner": [900, 500]}),
        ({"boxes": [100, 100, 400, 400]}, {"boxes": [[100, 100, 400, 400]]}),
        ({"boxes": "100,100,2000,1500"}, {"boxes": [[100, 100, 2000, 1500]]}),
        ({"boxes": ["1,2,3,4", [5, 6, 7, 8]]}, {"boxes": [[1, 2, 3, 4], [5, 6, 7, 8]]}),
        ({"points": [20, 20.5]}, {"points": [[20, 20.5]]}),
        ({"marks": "bar"}, {"marks": [Kind.bar]}),
        ({"marks": "Bar, two bars"}, {"marks": [Kind.bar, Kind.two_bars]}),
        ({"align": "centre"}, {"align": "center"}),
        ({"align": "middle"}, {"align": "center"}),
        ({"align": "TopRight"}, {"align": "top_right"}),
        ({"form": ".JPG"}, {"form": "jpeg"}),
        ({"sources": [{"file": "a.pdf", "pageRange": "2-3"}]}, {"sources": [Source(path="a.pdf", pages=[2, 3])]}),
    ],
    ids=str,
)
def test_what_is_plain_is_taken(given: dict[str, Any], taken: dict[str, Any]) -> None:
    checked = TOOL.check(given)
    assert {name: checked[name] for name in taken} == taken


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"shape": True}, "shape: Input should be text"),
        ({"shape": {"id": 3}}, "shape: Input should be text"),
        ({"rows": ["a", "b"]}, "rows.0: Input should be a list"),  # one row, or one column?
        ({"rows": "a"}, "rows: Input should be a list"),
        ({"pages": "all"}, "pages: Input should be a list, got 'all'"),
        (
            {"pages": "3-1"},
            "pages: Input should be a list, got '3-1'; write pages as [1, 2, 3, 7], or with ranges that rise",
        ),
        ({"pages": "2-end"}, 'ranges that rise, "1-3,7"'),
        ({"pages": "1, x"}, 'ranges that rise, "1-3,7"'),
        ({"rows": [{"a": 1}, {"a": 2}]}, "rows.1: Input should be a list, got {'a': 2}; write rows as [[...], [...]]"),
        ({"rows": {"a": [1]}}, "rows: Input should be a list, got {'a': [1]}; write rows as [[...], [...]]"),
        ({"corner": "1,2,3"}, "corner: Input should be a list, got '1,2,3'; write corner as [a, b]: 2 numbers"),
        ({"corner": "1-2"}, "write corner as [a, b]"),
        ({"boxes": [1, 2, 3]}, "boxes.0: Input should be a list, got 1"),
        ({"boxes": [1, 2, 3, 4, 5, 6, 7, 8]}, "write boxes as [[...], [...]]"),
        ({"scale": "much"}, "scale: Input should be a valid number"),
        ({"scale": 7}, "scale: must be 0 to 1, got 7"),
        ({"quarter": "80"}, "quarter: Input should be 90, 180 or -90, got '80'"),
        ({"marks": "bar, line"}, "marks: Input should be a list"),
        ({"hidden": "perhaps"}, "hidden: Input should be a valid boolean"),
        ({"pages": "1-999999"}, "pages: Input should be a list"),
        ({"pages": 1.5}, "pages.0: Input should be a valid integer"),
        ({"sources": [{"where": "a.pdf"}]}, "unknown field 'sources.0.where'; valid ones are: path, pages"),
        ({"sources": [{"path": "a.pdf", "file": "b.pdf"}]}, "unknown field 'sources.0.file'"),
        ({"values": {"Name": ["Ada"]}}, "values.0.value: Input should be text"),
        ({"kind": "line"}, "kind: Input should be 'bar' or 'two_bars', got 'line'"),
        ({"corner": 3}, "corner: Input should be a list, got 3"),
        ({"either": {"a": 1}}, "either: Input should be text or a list, got {'a': 1}"),
    ],
    ids=str,
)
def test_what_is_not_plain_is_refused_in_our_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ToolError) as refused:
        TOOL.check(given)
    assert words in str(refused.value)


def test_what_was_right_as_it_came_is_never_touched() -> None:
    """Text that looks like pages or names stays as it is, where text is taken."""
    given = {"shape": "1-3", "either": "4", "shapes": ["1-2"], "rows": [["3", 3]], "kind": "bar"}
    checked = TOOL.check(given)
    assert {name: checked[name] for name in given} == given
