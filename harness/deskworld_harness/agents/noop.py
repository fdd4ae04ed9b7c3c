"""The agent that does nothing. A task that it passes asks for nothing."""

from __future__ import annotations

from deskworld_harness.session import Said


class NoopAgent:
    """Answers everything with nothing."""

    async def answer(self, said: Said) -> str:
        return ""

    async def close(self) -> None:
        pass
