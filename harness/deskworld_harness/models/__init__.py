"""Models by name, whatever their provider.

`Model` is all that an agent knows: give it the conversation, get a reply with its tokens and its price. The one
implementation, `provider.ProviderModel`, stands on pydantic-ai's direct API, which speaks to each provider through
that provider's own SDK. Nothing heavy is imported before the first request.

    openai:gpt-...      OpenAI (Responses API)         OPENAI_API_KEY
    anthropic:claude-…  Anthropic (Messages API)       ANTHROPIC_API_KEY
    google:gemini-…     Google (Gemini API)            GOOGLE_API_KEY or GEMINI_API_KEY
    openai:NAME with a base URL: any server that speaks OpenAI's chat completions (vLLM, SGLang, Ollama, a gateway)
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from deskworld_harness.usage import UsageError

PROVIDERS: dict[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "openai-chat": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
}
"""Each provider, and the environment variables that may hold its key."""


class ModelNameError(UsageError):
    """A model that can't be asked: the message says what to write, or which variable to set."""


@dataclass(frozen=True)
class ModelName:
    """`provider:name`, where to find it, and the key for it."""

    provider: str
    name: str
    base_url: str = ""

    @classmethod
    def parse(cls, text: str, base_url: str = "") -> ModelName:
        provider, colon, name = text.partition(":")
        if not colon or not name or provider not in PROVIDERS:
            known = ", ".join(f"{each}:NAME" for each in PROVIDERS)
            raise ModelNameError(f"{text!r} is no model; write {known}")
        return cls(provider, name, base_url)

    def key(self) -> str:
        """The key from the environment. A server of one's own (a base URL) often needs none."""
        names = PROVIDERS[self.provider]
        for name in names:
            if value := os.environ.get(name):
                return value
        if self.base_url:
            return "none"
        raise ModelNameError(f"{self.provider}:{self.name} needs a key: set {' or '.join(names)}")
