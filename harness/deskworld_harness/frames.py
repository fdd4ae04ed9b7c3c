"""JSON objects over a socket between the harness and its workers: four bytes of length, then ASCII text.

ASCII carries any text, lone surrogates too; a length before each object lets ten megabytes pass as fast as ten bytes.
"""

from __future__ import annotations

import json
from typing import Any

import anyio
from anyio.abc import UNIXSocketStream
from anyio.streams.buffered import BufferedByteReceiveStream


class Frames:
    """One end of the socket. Several tasks may send; one receives.

    Raises:
        anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, anyio.IncompleteRead: The other end is
            gone; `GONE` is all of them.
    """

    def __init__(self, stream: UNIXSocketStream) -> None:
        self._stream = stream
        self._reading = BufferedByteReceiveStream(stream)
        self._turn = anyio.Lock()

    async def send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message, ensure_ascii=True).encode("ascii")
        async with self._turn:
            await self._stream.send(len(data).to_bytes(4) + data)

    async def receive(self) -> dict[str, Any]:
        length = int.from_bytes(await self._reading.receive_exactly(4))
        return json.loads(await self._reading.receive_exactly(length))

    async def aclose(self) -> None:
        await self._stream.aclose()


GONE = (
    anyio.ClosedResourceError,
    anyio.BrokenResourceError,
    anyio.EndOfStream,
    anyio.IncompleteRead,
    ConnectionError,
)
