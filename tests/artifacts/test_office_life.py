"""The life of a warm LibreOffice: it survives its own death, serves many at once, and never outlives its owner."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from deskworld_artifacts import RenderError, calculate
from deskworld_artifacts.office import Office, warm
from deskworld_artifacts.office.process import Process

from artifacts import samples

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    office = Office()
    yield office
    office.close()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return samples.workbook(tmp_path / "book.xlsx")


def test_killed_between_jobs(office: Office, book: Path) -> None:
    office.do("calculate", book)
    first = soffice_of(office)
    os.kill(first, signal.SIGKILL)
    assert office.do("calculate", book)["sheets"]
    assert soffice_of(office) != first


def test_killed_during_a_job_is_tried_again(office: Office, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = kill_soffice_at_each_job(office, monkeypatch, times=1)
    assert office.do("calculate", book)["sheets"]
    assert len(killed) == 1


def test_killed_twice_is_an_error_and_the_next_job_works(
    office: Office, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill_soffice_at_each_job(office, monkeypatch, times=2)
    with pytest.raises(RenderError, match=r"book\.xlsx: LibreOffice crashed on it, twice"):
        office.do("calculate", book)
    assert office.do("calculate", book)["sheets"]


def test_a_bridge_that_is_killed_takes_soffice_along(office: Office, book: Path) -> None:
    office.do("calculate", book)
    soffice = soffice_of(office)
    assert office.pid
    os.kill(office.pid, signal.SIGKILL)
    wait_until(lambda: gone(soffice))
    assert office.do("calculate", book)["sheets"]


def test_one_that_hangs_is_replaced(office: Office, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "PING_LIMIT", 0.5)
    office.do("calculate", book)
    first = soffice_of(office)
    os.kill(first, signal.SIGSTOP)
    assert office.do("calculate", book)["sheets"]
    assert gone(first)


def test_a_job_has_a_limit(office: Office, book: Path, tmp_path: Path) -> None:
    office.do("calculate", book)
    office.limit = 0.05
    big = samples.grid(tmp_path / "big.xlsx", rows=4000, formulas=10)
    with pytest.raises(RenderError, match=r"big\.xlsx: not done within the limit of 0\.05 s"):
        office.do("calculate", big)
    office.limit = 60
    assert office.do("calculate", book)["sheets"]


def test_four_threads_share_one(tmp_path: Path) -> None:
    books = [samples.grid(tmp_path / f"{rows}.xlsx", rows=rows, formulas=2) for rows in range(1, 13)]
    with ThreadPoolExecutor(4) as threads:
        sizes = [len(values["Grid"]) for values in threads.map(calculate, books)]
    assert sizes == [rows * 2 for rows in range(1, 13)]


def test_close_leaves_nothing(book: Path) -> None:
    office = Office()
    office.do("calculate", book)
    traces = traces_of(office)
    office.close()
    assert not any(path.exists() for path in traces)
    office.close()


@pytest.mark.parametrize("how", ["killed", "exits"])
def test_it_goes_with_its_owner(book: Path, how: str) -> None:
    owner = run_owner(
        """
        from deskworld_artifacts.office import shared
        shared().do("calculate", Path(sys.argv[1]))
        print(shared().pid, flush=True)
        sys.stdin.read()
        """,
        book,
    )
    assert owner.stdout and owner.stdin
    bridge = int(owner.stdout.readline())
    soffice = child_of(bridge)
    home = Path(f"/proc/{bridge}/cwd").readlink()
    assert home.is_dir()
    if how == "killed":
        owner.kill()
    owner.stdin.close()
    owner.wait()
    wait_until(lambda: gone(bridge) and gone(soffice) and not home.exists())


def test_a_forked_child_has_an_office_of_its_own(book: Path) -> None:
    owner = run_owner(
        """
        import os
        from deskworld_artifacts.office import shared
        office = shared()
        office.do("calculate", Path(sys.argv[1]))
        mine = office.pid
        child = os.fork()
        if child == 0:
            assert office.pid is None
            office.do("calculate", Path(sys.argv[1]))
            assert office.pid != mine
            office.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        office.do("calculate", Path(sys.argv[1]))
        assert office.pid == mine
        print("apart")
        """,
        book,
    )
    assert owner.communicate()[0].strip() == "apart"


# What the tests look at


def kill_soffice_at_each_job(office: Office, monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Have soffice die under the next jobs, after it has said that it still answers."""
    killed: list[int] = []
    running = office._running

    def running_and_doomed() -> Process:
        process = running()
        if len(killed) < times:
            killed.append(child_of(process.pid))
            os.kill(killed[-1], signal.SIGKILL)
        return process

    monkeypatch.setattr(office, "_running", running_and_doomed)
    return killed


def run_owner(code: str, book: Path) -> subprocess.Popen[str]:
    lines = "\n".join(line.removeprefix(" " * 8) for line in code.splitlines())
    program = f"import sys\nfrom pathlib import Path\n{lines}"
    return subprocess.Popen(
        [sys.executable, "-c", program, str(book)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def soffice_of(office: Office) -> int:
    assert office.pid
    return child_of(office.pid)


def child_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def traces_of(office: Office) -> list[Path]:
    """Everything on the disk or among the processes that belongs to an office."""
    process = office._process
    assert process
    sockets = [Path(path) for path in process._litter]
    assert all(path.exists() for path in sockets)
    return [process.home, Path(f"/proc/{process.pid}"), Path(f"/proc/{soffice_of(office)}"), *sockets]


def gone(pid: int) -> bool:
    """Whether a process has ended, buried or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not true():
        assert time.monotonic() < until, "still not so after 10 s"
        time.sleep(0.01)
