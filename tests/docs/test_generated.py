"""The tables in the READMEs are what the servers say."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_tool_tables_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run ./dev python docs/generate.py\n{done.stdout}{done.stderr}"
