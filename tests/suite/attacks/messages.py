"""Messages that no client's library would send: too deep, half a letter, numbers that are none, no JSON at all."""

import json


def calling(arguments: str) -> str:
    """A tools/call with these arguments as they stand; `TOOL` is put in by the test."""
    return f'{{"jsonrpc":"2.0","id":"attack","method":"tools/call","params":{{"name":"TOOL","arguments":{arguments}}}}}'


def asking(**other: object) -> str:
    """A tools/list with something else in it."""
    return json.dumps({"jsonrpc": "2.0", "id": "attack", "method": "tools/list", "params": {}, **other})


MESSAGES: dict[str, str] = {
    "lists a hundred thousand deep": calling('{"x":' + "[" * 100_000 + "]" * 100_000 + "}"),
    "objects thousands deep": calling('{"x":' * 5_000 + "1" + "}" * 5_000),
    "half a letter": calling('{"x":"\\ud800"}'),
    "half a letter as a name": calling('{"\\ud800":1}'),
    "half a letter as a method": asking(method="\ud800"),
    "half a letter as an id": asking(id="\ud800"),
    "not a number": calling('{"x":NaN}'),
    "a number without end": calling('{"x":1e999}'),
    "a number of five thousand digits": calling('{"x":' + "9" * 5_000 + "}"),
    "one name twice": calling('{"x":1,"x":2}'),
    "names of Python and JavaScript": calling('{"__proto__":{"a":1},"__class__":1,"self":1,"world":1}'),
    "NUL": calling('{"x":"\\u0000"}'),
    "a megabyte of a name": calling('{"' + "x" * 1_000_000 + '":1}'),
    "arguments that are a list": calling("[1]"),
    "arguments that are nothing": calling("null"),
    "half a message": "{",
    "nothing": "",
    "a number": "1",
    "a hundred at once": f"[{','.join([asking()] * 100)}]",
    "no id": asking(id=None),
    "an id without end": asking(id=10**400),
    "another protocol": asking(jsonrpc="1.0"),
    "parameters that are a list": asking(params=[1]),
    "a method of somebody else": asking(method="../../admin"),
}
