"""What a trial costs in inspect_ai, for `bench/trial_overhead.py` to be held against.

A sample is a fresh list of things to buy, two tool calls (put something on it, read it) and a scorer that sees whether
exactly that is on it; the model is inspect's own mockllm, which takes no time. The tools are two Python functions
(`--servers 0`), or those of one stdio server of the official SDK, started for each sample and kept for both of its
calls (`--servers 1`). The log is written as it is by default. Samples run one after the other unless `--at-once` says
more.

    python bench/peers/inspect_trials.py --samples N --servers 0|1 [--at-once N]

prints JSON. `seconds_per_sample` is the steady state: the time from the scoring of the first sample to that of the
last, divided by the samples after the first. Starting up and the last write of the log are left out, in the peer's
favour; they are in `seconds`. It runs in an environment of its own, made from inspect.lock when it is first wanted:
what inspect_ai asks for has no place among the project's requirements.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE.parent.parent / ".cache" / "peers" / "inspect"


def python_of_peer() -> Path:
    """The Python that has what inspect.lock says, and nothing else; made or put right where it isn't so."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("this needs uv on the PATH: start it with ./dev python bench/peers/inspect_trials.py")
    python = ENVIRONMENT / "bin" / "python"
    steps = [[uv, "pip", "sync", "--quiet", "--python", str(python), "--require-hashes", str(HERE / "inspect.lock")]]
    if not python.exists():
        steps.insert(0, [uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(ENVIRONMENT)])
    for step in steps:
        done = subprocess.run(step, stdout=sys.stderr, stdin=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"the peer's environment could not be made: {' '.join(step)}")
    return python


def shopping_tools() -> list[Any]:
    """The server's two tools as Python functions, over a list of their own."""
    from inspect_ai.tool import tool

    items: list[str] = []

    @tool
    def add_item() -> Any:
        async def execute(name: str) -> str:
            """Put something on the list.

            Args:
                name: What to buy.
            """
            items.append(name)
            return f"added {name}"

        return execute

    @tool
    def list_items() -> Any:
        async def execute() -> str:
            """Everything on the list."""
            return f"{len(items)} on the list: {', '.join(items)}"

        return execute

    return [add_item(), list_items()]


def shopper(messages: list[Any], *_: Any) -> Any:
    """The model: adds, reads, and says what it read."""
    from inspect_ai.model import ModelOutput, ModelUsage

    told = [message.text for message in messages if message.role == "tool"]
    if not told:
        output = ModelOutput.for_tool_call("mockllm", "add_item", {"name": "milk"})
    elif len(told) == 1:
        output = ModelOutput.for_tool_call("mockllm", "list_items", {})
    else:
        output = ModelOutput.from_content("mockllm", told[-1])
    # Without it, inspect fetches a tokenizer from the network and counts.
    output.usage = ModelUsage(input_tokens=10, output_tokens=10, total_tokens=20)
    return output


def measure(samples: int, servers: int, at_once: int) -> dict[str, Any]:
    """Run the samples and hold the clock."""
    import inspect_ai
    from inspect_ai.dataset import Sample
    from inspect_ai.model import execute_tools, get_model
    from inspect_ai.scorer import Score, Target, accuracy, match, scorer
    from inspect_ai.solver import Generate, TaskState, solver
    from inspect_ai.tool import mcp_connection, mcp_server_stdio

    scored: list[float] = []

    @solver
    def shopping() -> Callable[..., Any]:
        async def solve(state: TaskState, _: Generate) -> TaskState:
            if servers:
                command = [str(HERE / "inspect_server.py")]
                tools: list[Any] = [mcp_server_stdio(name="shopping", command=sys.executable, args=command)]
            else:
                tools = shopping_tools()
            async with mcp_connection(tools) if servers else nullcontext():
                while True:
                    state.output = await get_model().generate(state.messages, tools)
                    state.messages.append(state.output.message)
                    if not state.output.message.tool_calls:
                        return state
                    state.messages += (await execute_tools(state.messages, tools)).messages

        return solve

    @scorer(metrics=[accuracy()])
    def clocked() -> Callable[..., Any]:
        judge = match(location="exact")

        async def score(state: TaskState, target: Target) -> Score | None:
            found = await judge(state, target)
            scored.append(time.perf_counter())
            return found

        return score

    task = inspect_ai.Task(
        dataset=[Sample(input="Put milk on my list.", target="1 on the list: milk", id=n) for n in range(samples)],
        solver=shopping(),
        scorer=clocked(),
    )
    model = get_model("mockllm/model", custom_outputs=shopper)
    with tempfile.TemporaryDirectory() as logs:
        began = time.perf_counter()
        log = inspect_ai.eval(task, model=model, log_dir=logs, display="none", max_samples=at_once)[0]
        seconds = time.perf_counter() - began
        size = sum(file.stat().st_size for file in Path(logs).rglob("*") if file.is_file())
    right = log.results.scores[0].metrics["accuracy"].value if log.results else 0
    if log.status != "success" or right != 1 or len(scored) != samples or not size:
        sys.exit(f"the peer did not do its work: {log.status}, {right:.0%} right, {log.error and log.error.message}")
    return {
        "seconds_per_sample": (scored[-1] - scored[0]) / (samples - 1),
        "samples": samples,
        "servers": servers,
        "at_once": at_once,
        "seconds": seconds,
        "log_bytes": size,
        "version": version("inspect_ai"),
        "mcp": version("mcp"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Seconds a sample in inspect_ai, with mockllm and two tool calls.")
    parser.add_argument("--samples", type=int, default=0, help="at least 2 (6 with a server, 1,000 without)")
    parser.add_argument("--servers", type=int, choices=(0, 1), default=0, help="stdio servers a sample")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="how many samples at once (1)")
    options = parser.parse_args()
    samples = options.samples or (6 if options.servers else 1000)
    if samples < 2:
        parser.error("--samples has to be at least 2: the first only warms up")
    if Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        python = str(python_of_peer())
        os.execv(python, [python, __file__, *sys.argv[1:]])
    print(json.dumps(measure(samples, options.servers, options.at_once)))


if __name__ == "__main__":
    main()
