"""YAML with its line numbers.

`read_yaml` gives the value of a file and, for every key and item in it, the line it stands on, so that whoever
finds something wrong with the value can say where. A key that is written twice is an error here: YAML would
silently keep the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

Place = tuple[str | int, ...]


class YamlError(ValueError):
    """A file that is no YAML mapping, with the line that says so."""


def read_yaml(path: Path) -> tuple[Mapping[str, Any], Mapping[Place, int]]:
    """The file's value, and the line of every place in it."""
    import yaml

    try:
        text = path.read_text(encoding="utf-8")
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        root = yaml.compose(text, Loader=loader)
        value = yaml.load(text, Loader=loader)
    except OSError as error:
        raise YamlError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise YamlError(f"{path}: is not UTF-8 text") from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise YamlError(f"{path}:{line}: {error.problem}") from None
    except yaml.YAMLError as error:
        raise YamlError(f"{path}:1: {error}") from None
    if not isinstance(value, dict):
        raise YamlError(f"{path}:1: has to be a mapping of keys to values")
    lines: dict[Place, int] = {}
    _walk(root, (), lines, path)
    return value, lines


def _walk(node: Any, place: Place, lines: dict[Place, int], path: Path) -> None:
    import yaml

    lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, item in node.value:
            name = str(key.value)
            line = key.start_mark.line + 1
            if name in seen:
                raise YamlError(f"{path}:{line}: {name!r} is written twice")
            seen.add(name)
            lines[*place, name] = line
            _walk(item, (*place, name), lines, path)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _walk(item, (*place, index), lines, path)
