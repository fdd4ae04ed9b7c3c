"""Plain data whose missing parts are the agent's failure, not the verifier's.

`s.json("out/plan.json")["budget"]["total"]` reads what the agent wrote. Where it wrote no budget, that is a failed
check and not a broken one. So dicts and lists read from a deliverable or from the world raise `Missing`, which is an
AssertionError (and still a LookupError, for whoever wants to catch that).
"""

from typing import Any, SupportsIndex

from deskworld_verifiers.showing import show


class Missing(AssertionError, LookupError):
    """Something that a check looked up isn't there."""


class Fields(dict[str, Any]):
    """A dict whose missing keys say what there is."""

    def __missing__(self, key: str) -> Any:
        raise Missing(f"no {key!r}; there is {', '.join(map(str, self)) or 'nothing'}")


class Items(list[Any]):
    """A list whose missing places say how many there are."""

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        try:
            return super().__getitem__(index)
        except IndexError:
            raise Missing(f"no item {index}; there are {len(self)}: {show(self)}") from None


def told(value: Any) -> Any:
    """The same data in these containers, all the way down."""
    if isinstance(value, dict):
        return Fields({key: told(part) for key, part in value.items()})
    if isinstance(value, list):
        return Items(told(part) for part in value)
    return value
