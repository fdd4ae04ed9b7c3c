"""A client of a few lines for a server's pipe: it sends what the test says and reads every line."""

import json
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


@dataclass
class Pipe:
    """A running server; `lines` is all that it wrote on stdout."""

    process: "subprocess.Popen[str]"
    lines: list[str] = field(default_factory=list)
    sent: int = 0

    def send(self, method: str, params: dict[str, Any]) -> int:
        """Write a request; gives its number."""
        self.sent += 1
        assert self.process.stdin is not None
        message = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return self.sent

    def answer(self, number: int) -> dict[str, Any]:
        """Read until the answer to this request."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            message = json.loads(line)
            if message.get("id") == number:
                return message["result"]
        raise EOFError("the server ended")

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that succeeds; gives its structured result."""
        result = self.answer(self.send("tools/call", {"name": name, "arguments": arguments}))
        assert not result.get("isError"), result
        return result["structuredContent"]


@contextmanager
def piped(command: list[str], environment: dict[str, str]) -> Generator[Pipe, None, None]:
    """Start a server and say hello; at the end its stdin is closed, and it ends."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
    )
    with process:
        pipe = Pipe(process)
        pipe.answer(pipe.send("initialize", HELLO))
        try:
            yield pipe
        finally:
            assert process.stdin is not None
            try:
                process.stdin.close()
                process.wait(30)
            except (BrokenPipeError, subprocess.TimeoutExpired):
                process.kill()
