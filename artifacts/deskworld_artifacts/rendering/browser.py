"""A browser that stays warm and sees one folder.

Chromium is driven by Playwright's synchronous API, which belongs to the thread that started it; so a thread of its
own owns it and takes jobs from a queue. A page gets a fresh context each time, without network: only files of the
page's own folder are served to it, and whatever else it tries (sockets, redirects, frames with other files) goes to
a closed port.
"""

from __future__ import annotations

import atexit
import os
import queue
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote, urlsplit

from ..errors import MissingProgram, RenderError

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page, Playwright, Route

LIMIT = 30.0
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_PROGRAMS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
OFFLINE = (
    "--proxy-server=socks5://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)

MOST_HEARD = 20
_GONE = "Execution context was destroyed"

T = TypeVar("T")
Job = Callable[["Page"], T]


@dataclass(frozen=True)
class View:
    """How a page is seen.

    Args:
        width: Of the window in CSS pixels.
        height: Of the window; nine sixteenths of the width if 0.
        scale: Pixels of a picture for each CSS pixel.
        content: HTML shown instead of what the file holds, at the file's own address, which relative pictures need.
        folder: Whose files the page may have; its own folder if none is named.
    """

    width: int
    height: int = 0
    scale: float = 1.0
    content: str | None = None
    folder: Path | None = None


@dataclass
class Heard:
    """What a page complained of, what it asked for and was not given, and where it wanted to go by itself."""

    errors: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    left: list[str] = field(default_factory=list[str])


class Browser:
    """One warm Chromium. Any thread may call; callers wait for each other."""

    def __init__(self, *, limit: float = LIMIT) -> None:
        self.limit = limit
        self._reset()
        os.register_at_fork(after_in_child=self._reset)
        atexit.register(self.close)

    def see(self, path: Path, job: Job[T], view: View, heard: Heard | None = None) -> T:
        """Open a file in a new page and do a job on the page; `heard` is filled with what went wrong on it."""
        work: Future[T] = Future()
        with self._starting:
            if not self._thread or not self._thread.is_alive():
                self._jobs = queue.SimpleQueue()
                self._thread = threading.Thread(target=self._work, name="browser", daemon=True)
                self._thread.start()
            self._jobs.put(lambda warm: _fulfil(work, lambda: warm.see(path, job, view, heard or Heard(), self.limit)))
        return work.result()

    def close(self) -> None:
        """End Chromium, if it runs; the next page starts a new one."""
        with self._starting:
            if self._thread and self._thread.is_alive():
                self._jobs.put(None)
                self._thread.join(timeout=10)
            self._thread = None

    def _work(self) -> None:
        warm = _Warm()
        while work := self._jobs.get():
            work(warm)
        warm.close()

    def _reset(self) -> None:
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._jobs: queue.SimpleQueue[Callable[[_Warm], None] | None] = queue.SimpleQueue()


class _Warm:
    """What the browser's own thread holds."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._process = 0
        self._ended = False
        """Whether Chromium was ended because a page gave no answer."""

    def see(self, path: Path, job: Job[T], view: View, heard: Heard, limit: float) -> T:
        from playwright.sync_api import Error
        from playwright.sync_api import TimeoutError as TooLong

        for last_try in (False, True):
            try:
                return self._see(path, job, view, heard, limit)
            except TooLong:
                self.close()  # a page that never rests may hold its whole browser
                raise RenderError(f"{path.name}: not shown within the limit of {limit:g} s") from None
            except Error as error:
                if self._ended:
                    self.close()
                    raise RenderError(f"{path.name}: it gave no answer within {limit:g} s of being shown") from None
                if _GONE in str(error):  # to a place that asks no file: about:blank, a blob
                    raise RenderError(f"{path.name}: it goes to another address while it is shown") from None
                self.close()
                if last_try:
                    raise RenderError(f"{path.name}: Chromium cannot show it ({_first_line(error)})") from None
        raise AssertionError

    def close(self) -> None:
        from playwright.sync_api import Error

        with suppress(Error):  # it may be gone already
            if self._chromium:
                self._chromium.close()
        with suppress(Error):
            if self._playwright:
                self._playwright.stop()
        self._chromium = self._playwright = None

    def _see(self, path: Path, job: Job[T], view: View, heard: Heard, limit: float) -> T:
        for notes in (heard.errors, heard.refused, heard.left):
            notes.clear()
        chromium = self._running()
        self._ended = False
        # A script without an end leaves calls into the page unanswered, and Playwright waits for those for ever.
        guard = threading.Timer(2 * limit, self._end)
        guard.start()
        try:
            return self._show(chromium, path, job, view, heard, limit)
        finally:
            guard.cancel()

    def _end(self) -> None:
        self._ended = True
        with suppress(OSError):
            os.kill(self._process, signal.SIGTERM)

    def _show(self, chromium: Chromium, path: Path, job: Job[T], view: View, heard: Heard, limit: float) -> T:
        from playwright.sync_api import Error

        context = chromium.new_context(
            viewport={"width": view.width, "height": view.height or round(view.width * 9 / 16)},
            device_scale_factor=view.scale,
            service_workers="block",
            accept_downloads=False,
            reduced_motion="reduce",
            offline=True,
            locale="en-US",
            timezone_id="UTC",
        )
        try:
            context.set_default_timeout(limit * 1000)
            folder, address = view.folder or path.parent, path.absolute().as_uri()
            page = context.new_page()
            door = _Door(folder, address, view.content, heard)
            context.route("**/*", door.answer)
            page.on("pageerror", lambda error: _note(heard.errors, str(error)))
            page.on("console", lambda said: _note(heard.errors, said.text) if said.type == "error" else None)
            page.goto(address, wait_until="commit")
            try:
                page.wait_for_function("document.readyState === 'complete'", polling=20)
            except Error as error:  # the page forbids what watches from within: then the browser is asked
                if "unsafe-eval" not in str(error):
                    raise
                page.wait_for_load_state("load")
            page.evaluate("document.fonts.ready.then(() => null)")
            if heard.left and page.evaluate("!document.body"):  # it is read no further, and would never be painted
                to = told(heard.left[0], path, folder)
                raise RenderError(f"{path.name}: it goes on to {to} by itself before there is anything to see")
            return job(page)
        finally:
            context.close()

    def _running(self) -> Chromium:
        from playwright.sync_api import sync_playwright

        if self._chromium and not self._chromium.is_connected():
            self.close()
        if not self._chromium:
            program = find_chromium()
            self._playwright = sync_playwright().start()
            as_root = hasattr(os, "geteuid") and os.geteuid() == 0
            self._chromium = self._playwright.chromium.launch(
                executable_path=program, chromium_sandbox=not as_root, args=OFFLINE
            )
            running = self._chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
            self._process = next(each["id"] for each in running if each["type"] == "browser")
        return self._chromium


def find_chromium() -> str:
    """The first Chromium found on this machine."""
    for program in PROGRAMS:
        if found := shutil.which(program):
            return found
    for program in MAC_PROGRAMS:
        if Path(program).is_file():
            return program
    how = "brew install --cask chromium" if sys.platform == "darwin" else "apt-get install chromium-headless-shell"
    raise MissingProgram(f"Chromium is not installed; install it with: {how}")


@dataclass
class _Door:
    """Lets a page have itself and the files of its folder, and nothing else; and lets it go nowhere.

    A page that leaves by itself (a refresh, a script) would be gone before it is looked at. It is held where it is,
    and where it wanted to go is told; frames in it may hold other pages.
    """

    folder: Path
    address: str
    content: str | None
    heard: Heard
    shown: bool = False

    def answer(self, route: Route) -> None:
        url = route.request.url
        if route.request.is_navigation_request() and _is_whole(route):
            if self.shown:
                _note(self.heard.left, url)
                route.abort("aborted")  # which leaves the page as it is; other words bring a page of errors
                return
            self.shown = True
        if url == self.address and self.content is not None:
            route.fulfill(body=self.content, content_type="text/html; charset=utf-8")
        elif url == self.address or _is_inside(url, self.folder):
            route.continue_()
        else:
            _note(self.heard.refused, url)
            route.abort("blockedbyclient")


def _is_whole(route: Route) -> bool:
    """Whether a page is asked for that takes the whole window."""
    from playwright.sync_api import Error

    try:
        return route.request.frame.parent_frame is None
    except Error:  # the frame is not there yet: it is the first page
        return True


def _is_inside(url: str, folder: Path) -> bool:
    """Whether it is a file in the folder; what is hidden there is no page's business."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc:
        return False
    try:
        place, root = Path(unquote(parts.path)).resolve(), folder.resolve()
        return place.is_relative_to(root) and not any(part.startswith(".") for part in place.relative_to(root).parts)
    except (OSError, ValueError):
        return False


def told(url: str, path: Path, folder: Path) -> str:
    """An address as a page's author knows it, with no path of this machine in it."""
    if url == path.absolute().as_uri():
        return "itself"
    inside = url.removeprefix(folder.absolute().as_uri() + "/")
    return "a file outside of its folder" if inside.startswith("file:") else inside[:300]


def _note(notes: list[str], text: str) -> None:
    """Keep some of what a page says; one in a loop says it for ever."""
    line = text.strip().splitlines()[0][:300] if text.strip() else ""
    if line and len(notes) < MOST_HEARD and line not in notes:
        notes.append(line)


def _fulfil(future: Future[T], work: Callable[[], T]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:  # it belongs to the caller, in whose thread it is raised again
        future.set_exception(error)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]
