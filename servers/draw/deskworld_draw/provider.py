"""A provider of pictures: any server that speaks OpenAI's images API (OpenAI itself, a gateway, a local model).

Settings are environment variables, as for every client of that API; nothing about them is an argument, so no model can
send a prompt, or a key, to a place of its own choosing:

    DESKWORLD_IMAGES_URL      https://api.openai.com/v1 if only a key is set
    DESKWORLD_IMAGES_KEY      or OPENAI_API_KEY where no URL is set
    DESKWORLD_IMAGES_MODEL    gpt-image-1 if unset
    DESKWORLD_IMAGES_SECONDS  how long one picture may take; 180 if unset

Requests and answers: OpenAI API reference, "Images" (create image, create image edit), read November 2026.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from deskworld_kit import ToolError

if TYPE_CHECKING:
    import httpx

OPENAI = "https://api.openai.com/v1"
MOST_BYTES = 60_000_000
TRIES = 4
RETRIED = (408, 409, 429, 500, 502, 503, 504)


class _Again(Exception):
    """A try failed in a way that a later one may not."""

    def __init__(self, words: str, wait: float = 0.0) -> None:
        super().__init__(words)
        self.wait = wait


@dataclass(frozen=True)
class Provider:
    """Where pictures are asked for."""

    url: str
    key: str
    model: str
    seconds: float

    @classmethod
    def configured(cls) -> Provider:
        """As the environment says.

        Raises:
            ToolError: It names none, or what it says can't be used; the text names the setting.
        """
        url, key = os.environ.get("DESKWORLD_IMAGES_URL", ""), os.environ.get("DESKWORLD_IMAGES_KEY", "")
        key = key or ("" if url else os.environ.get("OPENAI_API_KEY", ""))
        if not url and not key:
            raise ToolError(
                "no image model is configured: set DESKWORLD_IMAGES_KEY (and DESKWORLD_IMAGES_URL and "
                "DESKWORLD_IMAGES_MODEL for a provider other than OpenAI) where the server is started; "
                "draft=true draws a stand-in"
            )
        url = (url or OPENAI).rstrip("/")
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ToolError("DESKWORLD_IMAGES_URL is no http or https address, like https://api.openai.com/v1")
        try:
            seconds = float(os.environ.get("DESKWORLD_IMAGES_SECONDS", "180"))
        except ValueError:
            raise ToolError("DESKWORLD_IMAGES_SECONDS is no number of seconds") from None
        return cls(url, key, os.environ.get("DESKWORLD_IMAGES_MODEL", "gpt-image-1"), min(max(seconds, 1.0), 3600.0))

    @property
    def host(self) -> str:
        """Where it is, as a person would say it."""
        return urlsplit(self.url).hostname or ""

    def generate(self, prompt: str, size: str, transparent: bool) -> bytes:
        """A new picture's bytes."""
        body: dict[str, Any] = {"model": self.model, "prompt": prompt, "n": 1, "size": size}
        if transparent:
            body["background"] = "transparent"
        return self._picture(lambda client: client.post(f"{self.url}/images/generations", json=body))

    def edit(self, prompt: str, pictures: list[bytes], mask: bytes | None, size: str) -> bytes:
        """A picture made from others."""
        name = "image" if len(pictures) == 1 else "image[]"
        files: list[tuple[str, tuple[str, bytes, str]]] = [
            (name, (f"image-{n}.png", blob, "image/png")) for n, blob in enumerate(pictures, 1)
        ]
        if mask is not None:
            files.append(("mask", ("mask.png", mask, "image/png")))
        fields = {"model": self.model, "prompt": prompt, "n": "1", "size": size}
        return self._picture(lambda client: client.post(f"{self.url}/images/edits", data=fields, files=files))

    def _picture(self, ask: Callable[[httpx.Client], httpx.Response]) -> bytes:
        """The picture of an answer, asked for again where that is of use, within the limit of time."""
        import httpx
        from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, stop_after_delay

        until = time.monotonic() + self.seconds

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            asked = error.wait if isinstance(error, _Again) else 0.0
            left = max(0.0, until - time.monotonic())
            return min(asked or 0.5 * 2 ** (state.attempt_number - 1), left)

        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        limits = httpx.Timeout(self.seconds, connect=min(15.0, self.seconds))
        try:
            with httpx.Client(headers=headers, timeout=limits, follow_redirects=False, trust_env=True) as client:
                for attempt in Retrying(
                    stop=stop_after_attempt(TRIES) | stop_after_delay(self.seconds), wait=wait,
                    retry=retry_if_exception_type(_Again), reraise=True,
                ):  # fmt: skip
                    with attempt:
                        return self._held(self._answer(client, ask))
        except _Again as error:
            raise ToolError(f"{error}, after {TRIES} tries at most") from None
        except httpx.TimeoutException:
            raise ToolError(
                f"the image model did not answer within {self.seconds:g} s (DESKWORLD_IMAGES_SECONDS)"
            ) from None
        except httpx.HTTPError as error:
            raise ToolError(
                f"the image model can't be asked ({type(error).__name__}); see DESKWORLD_IMAGES_URL"
            ) from None
        raise AssertionError

    def _answer(self, client: httpx.Client, ask: Callable[[httpx.Client], httpx.Response]) -> dict[str, Any]:
        import httpx

        try:
            answer = ask(client)
        except httpx.ConnectError:
            raise _Again("the image model can't be reached; see DESKWORLD_IMAGES_URL") from None
        if answer.status_code in RETRIED:
            raise _Again(f"the image model answers {answer.status_code}: {self._words(answer)}", _wait_of(answer))
        if answer.status_code in (401, 403):
            raise ToolError(f"the image model refuses the key ({answer.status_code}); see DESKWORLD_IMAGES_KEY")
        if answer.status_code == 404:
            raise ToolError("the image model is not there (404); see DESKWORLD_IMAGES_URL and DESKWORLD_IMAGES_MODEL")
        if answer.status_code != 200:
            raise ToolError(f"the image model answers {answer.status_code}: {self._words(answer)}", argument="prompt")
        if len(answer.content) > 2 * MOST_BYTES:
            raise ToolError("the image model's answer is too large")
        try:
            first = answer.json()["data"][0]
        except (ValueError, KeyError, IndexError, TypeError):
            raise ToolError(
                "the image model's answer holds no picture; is DESKWORLD_IMAGES_URL an images API?"
            ) from None
        if not isinstance(first, dict):
            raise ToolError("the image model's answer holds no picture; is DESKWORLD_IMAGES_URL an images API?")
        return {str(key): value for key, value in first.items()}  # pyright: ignore[reportUnknownVariableType]

    def _held(self, first: dict[str, Any]) -> bytes:
        """The picture itself, from the answer or from where it says that it lies."""
        if isinstance(first.get("b64_json"), str):
            try:
                return base64.b64decode(first["b64_json"], validate=True)
            except (binascii.Error, ValueError):
                raise ToolError("the image model's picture is no base64") from None
        if isinstance(first.get("url"), str):
            return self._fetched(first["url"])
        raise ToolError("the image model's answer holds neither b64_json nor url")

    def _fetched(self, url: str) -> bytes:
        """A picture at an address of the provider's; no key goes there, and no address inside this network is asked."""
        import httpx

        parts = urlsplit(url)
        same = parts.hostname == urlsplit(self.url).hostname
        if parts.scheme not in ("http", "https") or not parts.hostname or not (same or _is_public(parts.hostname)):
            raise ToolError("the image model names an address for its picture that is not asked: not on the public web")
        held = b""
        try:
            with (
                httpx.Client(timeout=self.seconds, follow_redirects=False) as client,
                client.stream("GET", url) as answer,
            ):
                if answer.status_code in RETRIED:
                    raise _Again(f"the picture's address answers {answer.status_code}", _wait_of(answer))
                if answer.status_code != 200:
                    raise ToolError(f"the picture's address answers {answer.status_code}")
                for piece in answer.iter_bytes():
                    held += piece
                    if len(held) > MOST_BYTES:
                        raise ToolError(f"the picture is larger than {MOST_BYTES // 1_000_000} MB")
        except httpx.ConnectError:
            raise _Again("the picture's address can't be reached") from None
        return held

    def _words(self, answer: httpx.Response) -> str:
        """What the provider says is wrong, without the key, should it repeat it."""
        try:
            said: Any = answer.json()
            said = said.get("error", said) if isinstance(said, dict) else said
            said = said.get("message", said) if isinstance(said, dict) else said
        except ValueError:
            said = answer.text
        words = " ".join(str(said).split())[:300]
        return words.replace(self.key, "***") if self.key else words


def _wait_of(answer: httpx.Response) -> float:
    try:
        return min(max(float(answer.headers.get("retry-after", "0")), 0.0), 60.0)
    except ValueError:
        return 0.0


def _is_public(host: str) -> bool:
    try:
        found = {each[4][0] for each in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return bool(found) and all(ipaddress.ip_address(str(each).split("%")[0]).is_global for each in found)
