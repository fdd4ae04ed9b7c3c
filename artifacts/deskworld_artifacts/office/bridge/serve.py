# pyright: basic, reportMissingImports=false
"""Answer requests, one a line, until the owner closes our stdin or dies.

The main thread works and may sit inside a call to soffice for long; a second thread reads stdin, so that the end of
the owner is seen at once, whatever the main thread is doing.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import IO


def main(program: str, home: str) -> None:
    """Start soffice, say that it is ready, answer requests."""
    answers = _own_stdout()
    try:
        from .jobs import JOBS, Refused
        from .soffice import Soffice
    except ImportError as error:
        return _say(answers, {"missing": str(error)})
    soffice = Soffice(program, home)
    requests: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(requests, soffice.end), daemon=True).start()
    try:
        soffice.start()
    except (OSError, RuntimeError) as error:
        return _say(answers, {"error": str(error)})
    _say(answers, {"ready": True, "litter": soffice.litter})

    while True:
        request = json.loads(requests.get())
        job = JOBS[request.pop("do")]
        try:
            answer = job(soffice, **request)
        except Refused as error:
            answer = {"error": str(error)}
        except Exception as error:  # whatever UNO throws: gone with its soffice, or a refusal of the file
            failed = {"error": f"LibreOffice cannot handle it ({type(error).__name__})"}
            answer = {"gone": True} if soffice.gone() else failed
        _say(answers, answer)


def _listen(requests: queue.Queue[str], end: Callable[[], None]) -> None:
    for line in sys.stdin:
        requests.put(line)
    end()
    os._exit(0)


def _own_stdout() -> IO[str]:
    """Keep stdout for answers alone: whatever else prints, prints to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _say(answers: IO[str], answer: dict) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
