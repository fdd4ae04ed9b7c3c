"""Servers are found wherever they are installed; one that is broken breaks only itself."""

import json
import subprocess
import sys
from pathlib import Path

from kit.conftest import Site
from kit.wire import piped

LIST = """if True:
    import json, logging, sys
    from deskworld_kit import ToolError, find_servers
    logging.basicConfig(format="%(message)s")
    try:
        print(json.dumps({name: [s.title, s.version] for name, s in find_servers(sys.argv[1:] or None).items()}))
    except ToolError as error:
        sys.exit(str(error))
"""


def found(site: Site, *names: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", LIST, *names], env=site.environment, capture_output=True, text=True, check=False
    )


def test_a_third_party_server_is_found_and_served(site: Site, tmp_path: Path) -> None:
    listed = json.loads(found(site).stdout)
    assert listed["toy"] == ["Toy", "1.5"] and "contacts" in listed
    assert list(listed) == sorted(listed)
    assert list(json.loads(found(site, "workshop", "toy").stdout)) == ["workshop", "toy"]
    suite = str(Path(sys.executable).with_name("deskworld-suite"))
    state = ["--workspace", f"{tmp_path}/w", "--world", f"sqlite:///{tmp_path}/world.sqlite"]
    with piped([suite, *state, "toy", "workshop"], site.environment) as pipe:
        tools = {tool["name"] for tool in pipe.answer(pipe.send("tools/list", {}))["tools"]}
        assert {"add_note", "write_slowly"} <= tools
        assert pipe.call("add_note", text="mine")["id"] == "note_1"


def test_broken_ones_break_only_themselves(site: Site) -> None:
    site.install("deskworld_typo", source="import no_such_module")
    site.install("deskworld_string", source="server = 'a server'")
    site.install("deskworld_absent", source="")
    site.install("deskworld_exits", source="raise SystemExit('no')")
    site.install("deskworld_syntax", source="server = (")
    listing = found(site)
    names = set(json.loads(listing.stdout))
    broken = {"typo", "string", "absent", "exits", "syntax"}
    assert {"toy", "workshop"} <= names and not broken & names
    for name in broken:
        assert f"the installed server '{name}' can't be used" in listing.stderr
        assert f"the installed server '{name}' can't be used" in found(site, name, "toy").stderr
    assert "No module named 'no_such_module'" in listing.stderr
    assert "Traceback" not in listing.stderr


def test_a_name_that_is_not_installed_is_told_what_is(site: Site) -> None:
    refusal = found(site, "toys")
    assert refusal.returncode == 1
    assert "there is no installed server 'toys'; there is: 'toy'" in refusal.stderr
