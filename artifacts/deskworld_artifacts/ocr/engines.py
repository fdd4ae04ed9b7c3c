"""Which engines are here, and which languages each reads.

rapidocr carries one model for Latin scripts, Chinese and Japanese inside its package and needs no telling which
of them it meets. Tesseract is a program of the system with a file a language; it reads what rapidocr does not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Literal

from .errors import OcrError

Engine = Literal["auto", "rapidocr", "tesseract"]

_LATIN = "af az bs ca cs cy da de en es et eu fi fr ga gl hr hu id is it ku la lb lt lv mi ms mt nl no oc pl pt qu"
_RAPID = f"{_LATIN} rm ro sk sl sq sr-latn sv sw tl tr uz ja zh zh-hant".split()
_TESSERACT = {
    "af": "afr", "am": "amh", "ar": "ara", "az": "aze", "be": "bel", "bg": "bul", "bn": "ben", "bs": "bos", "ca": "cat",
    "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo", "es": "spa", "et": "est",
    "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra", "ga": "gle", "gl": "glg", "gu": "guj", "he": "heb", "hi": "hin",
    "hr": "hrv", "hu": "hun", "hy": "hye", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ka": "kat", "kk": "kaz",
    "km": "khm", "kn": "kan", "ko": "kor", "la": "lat", "lo": "lao", "lt": "lit", "lv": "lav", "mk": "mkd",
    "ml": "mal", "mn": "mon", "mr": "mar", "ms": "msa", "mt": "mlt", "my": "mya", "ne": "nep", "nl": "nld", "no": "nor",
    "pa": "pan", "pl": "pol", "ps": "pus", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sq": "sqi",
    "sr": "srp", "sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "th": "tha", "tr": "tur", "uk": "ukr", "ur": "urd",
    "uz": "uzb", "vi": "vie", "yi": "yid", "zh": "chi_sim", "zh-hant": "chi_tra",
}  # fmt: skip
_NAMES = {
    "af": "Afrikaans", "am": "Amharic", "ar": "Arabic", "az": "Azerbaijani", "be": "Belarusian", "bg": "Bulgarian",
    "bn": "Bengali", "bs": "Bosnian", "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "eo": "Esperanto", "es": "Spanish", "et": "Estonian", "eu": "Basque",
    "fa": "Persian", "fi": "Finnish", "fr": "French", "ga": "Irish", "gl": "Galician", "gu": "Gujarati", "he": "Hebrew",
    "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian", "is": "Icelandic",
    "it": "Italian", "ja": "Japanese", "ka": "Georgian", "kk": "Kazakh", "km": "Khmer", "kn": "Kannada", "ko": "Korean",
    "ku": "Kurdish", "la": "Latin", "lb": "Luxembourgish", "lo": "Lao", "lt": "Lithuanian", "lv": "Latvian",
    "mi": "Maori", "mk": "Macedonian", "ml": "Malayalam", "mn": "Mongolian", "mr": "Marathi", "ms": "Malay",
    "mt": "Maltese", "my": "Burmese", "ne": "Nepali", "nl": "Dutch", "no": "Norwegian", "oc": "Occitan",
    "pa": "Punjabi", "pl": "Polish", "ps": "Pashto", "pt": "Portuguese", "qu": "Quechua", "rm": "Romansh",
    "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian",
    "sr-latn": "Serbian (Latin)", "sv": "Swedish", "sw": "Swahili", "ta": "Tamil", "te": "Telugu", "th": "Thai",
    "tl": "Tagalog", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "uz": "Uzbek", "vi": "Vietnamese",
    "yi": "Yiddish", "zh": "Chinese", "zh-hant": "Chinese (traditional)",
}  # fmt: skip
_CODE_OF = {
    **{other: code for code, other in _TESSERACT.items()},
    **{name.lower(): code for code, name in _NAMES.items()},
    "zh-cn": "zh",
    "zh-hans": "zh",
    "zh-tw": "zh-hant",
    "ch": "zh",
    "jp": "ja",
    "nb": "no",
    "nn": "no",
}


@dataclass(frozen=True)
class Language:
    """A language and the engines that read it here and now, the one that `auto` takes first."""

    code: str
    name: str
    engines: tuple[str, ...]
    package: str = ""
    """What to install so that tesseract reads it, where nothing here does."""


def languages() -> list[Language]:
    """Every language that some engine could read; `engines` is empty for those that need something installed."""
    rapid, files = _has_rapid(), installed()
    found: list[Language] = []
    for code in sorted({*_RAPID, *_TESSERACT}):
        here = ["rapidocr"] if rapid and code in _RAPID else []
        here += ["tesseract"] if _TESSERACT.get(code) in files else []
        found.append(Language(code, _NAMES[code], tuple(here), "" if here else _package(code)))
    return found


def chosen(engine: Engine, wanted: Sequence[str]) -> tuple[str, list[str]]:
    """The engine to use, and the languages as their codes.

    Raises:
        OcrError: A language is unknown, or what would read it is not installed.
    """
    codes = [code_of(each) for each in wanted] or ["en"]
    unread = [code for code in codes if code not in _RAPID]
    if engine == "rapidocr" or (engine == "auto" and not unread and _has_rapid()):
        if not _has_rapid():
            raise OcrError(
                "rapidocr is not installed; install deskworld-artifacts[ocr], or ask for tesseract", "engine"
            )
        if unread:
            said = ", ".join(_NAMES[code] for code in unread)
            raise OcrError(f"rapidocr does not read {said}; let the engine be 'auto' or 'tesseract'", "engine")
        return "rapidocr", codes
    files = installed()
    missing = [code for code in codes if _TESSERACT.get(code) not in files]
    if not program():
        raise OcrError(
            "tesseract is not installed; `apt-get install "
            + " ".join(["tesseract-ocr", *(_package(code) for code in codes if code != "en")])
            + "`, or `brew install tesseract tesseract-lang`",
            "engine" if engine == "tesseract" else "languages",
        )
    if missing:
        said = ", ".join(_NAMES[code] for code in missing)
        raise OcrError(f"tesseract lacks {said}; `apt-get install {' '.join(map(_package, missing))}`", "languages")
    return "tesseract", codes


def code_of(language: str) -> str:
    """The code of a language, from a code ('de', 'deu', 'de-DE') or an English name."""
    said = language.strip().lower().replace("_", "-")
    for each in (said, said.replace("-", "_"), _CODE_OF.get(said, ""), said.partition("-")[0]):
        code = _CODE_OF.get(each, each)
        if code in _NAMES:
            return code
    from difflib import get_close_matches

    near = get_close_matches(said, [*_NAMES, *_CODE_OF], n=3)
    hint = f"; did you mean {', '.join(near)}?" if near else "; give codes like 'en', 'de' or 'zh'"
    raise OcrError(f"there is no language {language[:40]!r}{hint}", "languages")


def tesseract_code(code: str) -> str:
    """How tesseract calls a language."""
    return _TESSERACT[code]


def program() -> str:
    """Where tesseract is; empty where it is not."""
    return shutil.which("tesseract") or ""


def program_version() -> str:
    """The version of tesseract, such as 5.3.0; empty where it is not installed."""
    said = _asked("--version").split()
    return said[1] if len(said) > 1 else ""


def installed() -> set[str]:
    """The language files that tesseract has."""
    return set(_asked("--list-langs").splitlines()[1:])


def _asked(option: str) -> str:
    """What tesseract says; asked anew each time, since a language may be installed while we run."""
    if not program():
        return ""
    ended = subprocess.run(
        [program(), option], capture_output=True, text=True, check=False, timeout=30, env={**os.environ, "LC_ALL": "C"}
    )
    return ended.stdout or ended.stderr


@cache
def _has_rapid() -> bool:
    return bool(find_spec("rapidocr") and find_spec("onnxruntime"))


def _package(code: str) -> str:
    return "tesseract-ocr-" + _TESSERACT.get(code, code).replace("_", "-")
