"""Asking again: the one place where a request to a model that failed is tried once more.

The providers' SDKs retry too, each by its own rules and unseen; they are told not to, so that a request which is sent
is a request that is counted. What may pass (429, 5xx, a dropped connection, a time-out, a reply that can't be read)
is asked again after as long as the provider says, or else after half a second, doubling to eight. A provider that asks
to wait longer than two minutes won't serve this trial, and what it refuses as such (a bad key, no credit, a request too
large) it would refuse again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import random

from deskworld_harness.outcomes import Kind

RETRIES = 5
TIMED_OUT_RETRIES = 1  # each costs minutes: a provider that hangs twice is out of reach
LONGEST_WAIT = 120.0  # seconds
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds
PASSING = (408, 409, 425, 429)  # statuses below 500 that may pass
OVERFLOW = ("context length", "context limit", "context size", "context window")
"""How the servers whose wording pydantic-ai doesn't know (SGLang, llama.cpp, Anthropic with thinking) say it."""


@dataclass(frozen=True)
class Failed:
    """A request that brought no reply. `waited` says how long until the next one; None when there is none."""

    error: str
    status: int | None
    seconds: float
    waited: float | None
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0


def pause(error: Exception, failures: int, timeouts: int) -> float | None:
    """Seconds to wait before asking again after so many failures (this one too); None where that is no use."""
    if not _may_pass(error) or failures > RETRIES or timeouts > TIMED_OUT_RETRIES:
        return None
    said = getattr(error, "retry_after", None)
    if said is not None:
        return float(said) if said <= LONGEST_WAIT else None
    return min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE) * (1 - random() / 4)  # apart from other trials


def timed_out(error: Exception) -> bool:
    from pydantic_ai import exceptions as known

    return isinstance(error, known.ModelTimeoutError | known.ModelRequestTimeout)


def status_of(error: Exception) -> int | None:
    return getattr(error, "status_code", None)


def kind_of(error: Exception) -> Kind:
    """Which end of the table a request that failed for good amounts to."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelContextWindowExceededError():
            return "context_full"
        case known.ModelHTTPError() if error.status_code == 413:
            return "context_full"  # the conversation outgrew even the size of a request
        case known.ModelHTTPError() if error.status_code == 400 and any(word in str(error.body) for word in OVERFLOW):
            return "context_full"
        case known.ContentFilterError():
            return "refused"
        case known.ModelQuotaExceededError():
            return "model_rejected"
        case _ if _may_pass(error):
            return "model_unavailable"
        case known.ModelAPIError():
            return "model_rejected"
        case _:
            return "harness_error"


def _may_pass(error: Exception) -> bool:
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelQuotaExceededError() | known.ModelContextWindowExceededError():
            return False
        case known.ModelHTTPError() if error.provider_retry_hint is not None:
            return error.provider_retry_hint
        case known.ModelHTTPError():
            return error.status_code in PASSING or error.status_code >= 500
        case known.ModelRequestRejectedError():
            return False
        case known.ModelAPIError():
            return True  # never reached, cut off, timed out, or not to be read
        case known.UnexpectedModelBehavior():
            return not isinstance(error, known.ContentFilterError)
        case _:
            return False
