"""The same trial in memory, over pipes and over HTTP: the same results, and no process that outlives it.

`kiln` is a server whose tools do what servers must not: die, hang, and leave children behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import anyio
import pytest
from deskworld_harness.documents import Call, TrajectoryDocument, TrialRecord, TrialSpec
from deskworld_harness.records import TrialFolder, from_json
from deskworld_harness.scene import Scene, scene_of
from deskworld_harness.task import find_tasks
from deskworld_harness.transports import Transport, nursery, open_desk
from deskworld_harness.trial import run_trial
from harness.desk import offer, write_files

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes by /proc")]

TASKS = Path(__file__).parents[2] / "tasks"
FORKED: tuple[Transport, ...] = ("stdio", "http")

KILN = {
    "__init__.py": '''
        """Kiln: burns."""

        from deskworld_kit import Server

        server = Server(
            name="kiln", title="Kiln", summary="Burns.", package=__name__, tools=("burning",), tables="tables"
        )
    ''',
    "tables.py": '''
        """What was fired."""

        from deskworld_kit import column
        from sqlmodel import SQLModel


        class Pot(SQLModel, table=True):
            __tablename__ = "kiln_pot"
            id: str = column(primary_key=True)
            glaze: str = column()
    ''',
    "burning.py": '''
        """Burning: all that a server must not do."""

        import os
        import signal
        import subprocess
        import sys
        import time

        from deskworld_kit import Result, World, tool

        from deskworld_kiln.tables import Pot


        class Seen(Result):
            processes: list[int]


        @tool("add")
        def fire_pot(world: World, glaze: str, heat: float = 1.0) -> Seen:
            """Fire a pot."""
            with world.write() as session:
                session.add(Pot(id=world.next_id(session, "pot"), glaze=glaze))
            return Seen(processes=[])


        @tool("read")
        def show_processes(world: World) -> Seen:
            """This process and its parent."""
            return Seen(processes=[os.getpid(), os.getppid()])


        @tool("edit")
        def light_fire(world: World) -> Seen:
            """Start a child in a session of its own, which starts a grandchild and leaves it alone."""
            program = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True)"
            program += "; import time; time.sleep(600)"
            child = subprocess.Popen(
                [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, start_new_session=True
            )
            return Seen(processes=[child.pid, int(child.stdout.readline())])


        @tool("edit")
        def explode(world: World) -> Seen:
            """Die as a process dies of a native library."""
            os.kill(os.getpid(), signal.SIGSEGV)
            raise AssertionError


        @tool("edit")
        def smoulder(world: World, path: str) -> Seen:
            """Begin a file and never end, deaf to everything."""
            with world.workspace.writing(world.workspace.target(path)) as temporary:
                temporary.write_text("half")
                while True:
                    time.sleep(600)
    ''',
}

FIRE = {
    "task.yaml": """
        title: A pot
        difficulty: medium
        role: You are a potter.
        policy: Mind the fire.
        user: Fire a pot.
        servers: [kiln, easel]
        world: {seed: 7, now: 2026-03-02T09:00:00Z}
        changes: [kiln_pot]
        limits: {steps: 50, seconds: 60}
    """,
    "assets/clay.txt": "clay\n",
    "checks.py": """
        from deskworld_verifiers import Submission, check

        @check("answer")
        def answered(s: Submission) -> None:
            assert s.answer
    """,
}


@pytest.fixture(scope="module", autouse=True)
def kiln(desk_path: Path) -> Iterator[None]:
    write_files(desk_path / "deskworld_kiln", KILN)
    offer(desk_path, "kiln")
    yield
    nursery.close()


@pytest.fixture
def fire(tmp_path: Path) -> Path:
    return write_files(tmp_path / "tasks" / "fire", FIRE)


def solved_by(task: Path, *lines: str) -> TrialSpec:
    """A trial of the task by a solution of these lines."""
    body = "\n".join(f"    {line}" for line in lines)
    (task / "solution.py").write_text(
        f"from pathlib import Path\nasync def solve(desk, task):\n{body}\n    return 'done'\n"
    )
    return TrialSpec(task=task, task_name="fire", seed=7, agent="solution", renders=False)


async def run(folder: Path, spec: TrialSpec) -> tuple[TrialRecord, TrialFolder]:
    folder.mkdir()
    kept = TrialFolder(folder)
    return await run_trial(spec, kept), kept


# The same trial


def told_of(record: TrialRecord, kept: TrialFolder) -> dict[str, Any]:
    """All that a trial says of itself, but for its times."""
    trajectory = from_json(TrajectoryDocument, (kept.path / "trajectory.json").read_text(), kept.path)
    workspace = kept.path / "workspace"
    return {
        "outcome": (record.outcome, record.evidence, record.verdict, record.answer),
        "state": record.state_hash,
        "checks": [check.model_copy(update={"seconds": 0}) for check in record.checks],
        "calls": [
            event.model_copy(update={"at": 0, "seconds": 0}) for event in trajectory.events if isinstance(event, Call)
        ],
        "files": {path.relative_to(workspace): path.is_file() for path in workspace.rglob("*")},
    }


@pytest.mark.parametrize("name", ["service/records/contact-cleanup", "creative/design/lookbook"])
async def test_a_trial_is_the_same_over_each_transport(tmp_path: Path, name: str) -> None:
    [task] = find_tasks([TASKS / name])
    spec = TrialSpec(task=task.folder, task_name=task.name, seed=task.seed, agent="solution", renders=False)
    told = {
        transport: told_of(*await run(tmp_path / transport, spec.model_copy(update={"transport": transport})))
        for transport in ("memory", *FORKED)
    }
    assert told["memory"]["outcome"][:3] == ("done", "", "passed") and len(told["memory"]["calls"]) > 5
    for transport in FORKED:
        assert told[transport] == told["memory"]


async def test_the_worlds_are_equal_byte_for_byte(tmp_path: Path, fire: Path) -> None:
    scene = scene_of(fire, 7)
    images: dict[str, bytes] = {}
    for transport in ("memory", *FORKED):
        async with opened(scene, tmp_path / transport, transport) as desk:
            untouched = await desk.image()
            for glaze in ("white", "blue", "日本 🎷\u2028"):
                assert (await desk.call("fire_pot", {"glaze": glaze})).ok
            images[transport] = await desk.image()
            assert untouched == scene.image != images[transport]
    assert images["stdio"] == images["http"] == images["memory"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("fire_pot", {"glaze": "half \ud83d of one"}),
        ("fire_pot", {"glaze": "x", "heat": float("nan")}),
        ("fire_pot", {"glaze": 5}),
        ("fire_pot", {"glaze": "x", "colour": "y"}),
        ("fire_pot", {"glaze": "x" * 3_900_000}),
        ("fire_pot", {"glaze": "x" * 4_300_000}),
        ("fire_brick", {}),
    ],
    ids=["surrogate", "nan", "type", "unknown", "long", "too long", "no tool"],
)
async def test_a_refusal_is_the_same_too(tmp_path: Path, fire: Path, name: str, arguments: dict[str, Any]) -> None:
    scene = scene_of(fire, 7)
    results: list[Any] = []
    for transport in ("memory", *FORKED):
        async with opened(scene, tmp_path / transport, transport) as desk:
            result = await desk.call(name, arguments)
            results.append((result.ok, result.text, result.error, await desk.image()))
    assert results[1:] == results[:1] * 2


async def test_many_at_once_and_calls_in_parallel(tmp_path: Path, fire: Path) -> None:
    scene = scene_of(fire, 7)
    images: list[bytes] = []

    async def one(number: int) -> None:
        async with opened(scene, tmp_path / str(number), FORKED[number % 2]) as desk:
            async with anyio.create_task_group() as calls:
                for _ in range(5):
                    calls.start_soon(desk.call, "fire_pot", {"glaze": "white"})
            images.append(await desk.image())

    async with anyio.create_task_group() as trials:
        for number in range(6):
            trials.start_soon(one, number)
    assert len(images) == 6 and len(set(images)) == 1


async def test_no_cold_start(tmp_path: Path, fire: Path) -> None:
    """Every server is a child of one process, which stays."""
    scene = scene_of(fire, 7)
    seen: list[list[int]] = []
    for number in range(4):
        async with opened(scene, tmp_path / str(number), FORKED[number % 2]) as desk:
            seen.append((await desk.call("show_processes", {})).structured["processes"])
    assert {parent for _, parent in seen} == {nursery.nursery().process}
    assert len({process for process, _ in seen}) == 4
    assert not any(is_alive(process) for process, _ in seen)


# What goes wrong


@pytest.mark.parametrize("transport", FORKED)
async def test_a_server_that_dies_is_a_server_error(tmp_path: Path, fire: Path, transport: Transport) -> None:
    spec = solved_by(fire, "await desk.call('fire_pot', glaze='white')", "await desk.call('explode')")
    record, kept = await run(tmp_path / "kept", spec.model_copy(update={"transport": transport}))
    assert (record.outcome, record.verdict, record.reward) == ("server_error", "ungraded", None)
    assert "SIGSEGV" in record.evidence
    assert record.seconds.total < 30
    assert not list(kept.path.glob(".desk-*"))


@pytest.mark.parametrize("transport", FORKED)
async def test_a_server_killed_between_calls(tmp_path: Path, fire: Path, transport: Transport) -> None:
    scene = scene_of(fire, 7)
    async with opened(scene, tmp_path / "trial", transport) as desk:
        await desk.call("fire_pot", {"glaze": "white"})
        process, _ = (await desk.call("show_processes", {})).structured["processes"]
        os.kill(process, signal.SIGKILL)
        with pytest.raises(nursery.ServersGone, match="SIGKILL"):
            await desk.call("fire_pot", {"glaze": "blue"})
        assert await desk.image() != scene.image, "what was written before is there"


@pytest.mark.parametrize("transport", FORKED)
async def test_a_call_that_hangs_ends_with_the_session(tmp_path: Path, fire: Path, transport: Transport) -> None:
    spec = solved_by(
        fire,
        "await desk.call('fire_pot', glaze='white')",
        "seen = Path(__file__).with_name('seen')",
        "if not seen.exists():",  # the golden world is made by the same lines, later
        "    seen.write_text(str((await desk.call('show_processes'))['processes'][0]))",
        "    await desk.call('smoulder', path='out/log.txt')",
    )
    record, kept = await run(
        tmp_path / "kept", spec.model_copy(update={"transport": transport, "limits": {"seconds": 2}})
    )
    assert (record.outcome, record.evidence) == ("time_limit", "2 seconds were used up while waiting for smoulder")
    assert record.seconds.total < 30
    assert not is_alive(int((fire / "seen").read_text()))
    assert record.state_hash not in ("", scene_of(fire, 7).state_hash(scene_of(fire, 7).image))
    left = [path.name for path in (kept.path / "workspace").rglob("*") if path.is_file()]
    assert left == ["clay.txt"], "no half file is left"


async def test_a_trial_leaves_no_child(tmp_path: Path, fire: Path) -> None:
    scene = scene_of(fire, 7)
    for transport in FORKED:
        async with opened(scene, tmp_path / transport, transport) as desk:
            burning = (await desk.call("light_fire", {})).structured["processes"]
            assert all(map(is_alive, burning))
        assert not any(map(is_alive, burning))


async def test_a_nursery_that_is_killed_is_replaced(tmp_path: Path, fire: Path) -> None:
    scene = scene_of(fire, 7)
    async with opened(scene, tmp_path / "first", "stdio") as desk:
        process, mother = (await desk.call("show_processes", {})).structured["processes"]
        os.kill(mother, signal.SIGKILL)
        with pytest.raises(nursery.ServersGone):
            await desk.call("smoulder", {"path": "x.txt"})
    wait_until(lambda: not is_alive(process))
    async with opened(scene, tmp_path / "second", "stdio") as desk:
        assert (await desk.call("show_processes", {})).structured["processes"][1] != mother


async def test_servers_that_cannot_start_say_why(tmp_path: Path, fire: Path) -> None:
    scene = scene_of(fire, 7)
    stranger = replace(scene.servers[0], name="oven")
    with pytest.raises(nursery.ServersGone, match="no installed server 'oven'"):
        async with opened(replace(scene, servers=[stranger]), tmp_path / "trial", "stdio"):
            raise AssertionError
    assert not list(tmp_path.glob("*/.desk-*"))


def test_nothing_outlives_a_harness_that_is_killed(tmp_path: Path, fire: Path) -> None:
    """With a call under way in each of its trials."""
    program = """
        import sys, anyio
        from contextlib import AsyncExitStack
        from pathlib import Path
        from deskworld_harness.scene import scene_of
        from deskworld_harness.transports import open_desk

        async def trial(transport):
            async with AsyncExitStack() as stack:
                workspace = Path(sys.argv[2], transport)
                desk = await open_desk(scene_of(Path(sys.argv[1]), 7), workspace, stack, transport=transport)
                seen = await desk.call("show_processes", {})
                lit = await desk.call("light_fire", {})
                print(*seen.structured["processes"], *lit.structured["processes"], flush=True)
                await desk.call("smoulder", {"path": "x.txt"})

        async def main():
            async with anyio.create_task_group() as trials:
                trials.start_soon(trial, "stdio")
                trials.start_soon(trial, "http")

        anyio.run(main)
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", dedent(program), str(fire), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as harness:
        assert harness.stdout
        lines = [harness.stdout.readline() for _ in FORKED]
        processes = {int(number) for line in lines for number in line.split()}
        assert len(processes) == 7 and all(map(is_alive, processes)), "they share the nursery"
        harness.kill()
    wait_until(lambda: not any(map(is_alive, processes)))


# What the tests look at


class opened:
    """A desk on a scene, in a folder of its own."""

    def __init__(self, scene: Scene, folder: Path, transport: Transport) -> None:
        self._scene, self._folder, self._transport = scene, folder, transport
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Any:
        workspace = self._folder / "workspace"
        workspace.mkdir(parents=True)
        try:
            return await open_desk(self._scene, workspace, self._stack, transport=self._transport)
        except BaseException:
            await self._stack.aclose()
            raise

    async def __aexit__(self, *error: Any) -> None:
        await self._stack.__aexit__(*error)


def is_alive(process: int) -> bool:
    """Whether a process runs; one that waits to be buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until, "still not so after 20 s"
        time.sleep(0.01)
