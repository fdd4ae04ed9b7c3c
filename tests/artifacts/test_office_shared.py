"""One LibreOffice for several processes: what the owner lends, the others use, and none is left behind."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from artifacts.test_office_life import child_of, gone, wait_until
from deskworld_artifacts import MissingProgram, RenderError
from deskworld_artifacts.office import VARIABLE, Office
from deskworld_artifacts.office.lending import Lender

from artifacts import samples

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


@pytest.fixture(scope="module")
def owner() -> Iterator[Office]:
    office = Office()
    yield office
    office.close()


@pytest.fixture
def address(owner: Office) -> Iterator[str]:
    lender = Lender(owner)
    yield lender.address
    lender.close()


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return samples.workbook(tmp_path / "book.xlsx")


def test_a_borrower_gets_the_same_answer_and_starts_nothing(owner: Office, address: str, book: Path) -> None:
    borrower = Office(lender=address)
    assert borrower.do("calculate", book) == owner.do("calculate", book)
    assert borrower.pid is None and owner.pid


def test_a_refusal_is_the_same(owner: Office, address: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(b"PK\3\4 and no more")
    said: list[str] = []
    for office in (owner, Office(lender=address)):
        with pytest.raises(RenderError) as refusal:
            office.do("calculate", broken)
        said.append(str(refusal.value))
    assert said[0] == said[1] and "broken.xlsx" in said[0]


def test_a_missing_program_stays_one(address: str, owner: Office, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody takes it for a fault of the file."""
    owner.close()
    monkeypatch.setattr("deskworld_artifacts.office.process.find_office", _none)
    with pytest.raises(MissingProgram, match="no office here"):
        Office(lender=address).do("calculate", book)


def _none() -> object:
    raise MissingProgram("no office here")


def test_many_borrow_at_once(owner: Office, address: str, tmp_path: Path) -> None:
    books = [samples.grid(tmp_path / f"{rows}.xlsx", rows=rows, formulas=2) for rows in range(1, 9)]
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda path: Office(lender=address).do("calculate", path), books))
    assert answers == [owner.do("calculate", path) for path in books]


def test_one_that_leaves_in_mid_job_disturbs_nobody(owner: Office, address: str, tmp_path: Path) -> None:
    big = samples.grid(tmp_path / "big.xlsx", rows=2000, formulas=10)
    with socket.socket(socket.AF_UNIX) as hasty:
        hasty.connect("\0" + address[1:])
        hasty.sendall(b'{"do": "calculate", "source": "%s", "known": {}}\n' % os.fsencode(big))
    with socket.socket(socket.AF_UNIX) as babbling:
        babbling.connect("\0" + address[1:])
        babbling.sendall(b"hello\n")
        assert babbling.recv(1) == b""
    assert Office(lender=address).do("calculate", big) == owner.do("calculate", big)


def test_when_the_owner_is_gone_the_borrower_starts_its_own(book: Path) -> None:
    program = """
import sys
from pathlib import Path
from deskworld_artifacts.office import lend, shared
print(lend(), flush=True)
for line in sys.stdin:
    shared().do("calculate", Path(line.strip()))
    print(shared().pid, flush=True)
"""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as owner:
        assert owner.stdin and owner.stdout
        borrower = Office(lender=owner.stdout.readline().strip())
        borrower.do("calculate", book)
        assert borrower.pid is None
        print(book, file=owner.stdin, flush=True)
        bridge = int(owner.stdout.readline())
        soffice = child_of(bridge)
        owner.kill()
    wait_until(lambda: gone(bridge) and gone(soffice))
    assert borrower.do("calculate", book)["sheets"] and borrower.pid
    borrower.close()


def test_the_variable_is_what_makes_a_process_borrow(owner: Office, address: str, book: Path) -> None:
    program = """
import sys
from pathlib import Path
from deskworld_artifacts import calculate
from deskworld_artifacts.office import shared
assert calculate(Path(sys.argv[1]))["Q1"]
assert shared().pid is None
"""
    environment = {**os.environ, VARIABLE: address}
    subprocess.run([sys.executable, "-c", program, str(book)], env=environment, check=True, timeout=60)
