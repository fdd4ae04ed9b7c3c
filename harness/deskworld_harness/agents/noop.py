"""The agent that does nothing. A task that it passes asks for nothing."""

from __future__ import annotations

from deskworld_harness.outcomes import Kind
from deskworld_harness.session import Said


class NoopAgent:
    """Answers everything with nothing."""

    fault: Kind = "harness_error"

    async def answer(self, said: Said) -> str:
        return ""

    async def close(self) -> None:
        pass
