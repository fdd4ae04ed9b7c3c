"""The user profile that our LibreOffice starts with: it runs no macro, follows no link and reaches no network.

Files come from anywhere, so nothing in them may act: macros are off, links to other files and sites are never
updated, and what would still ask the network (`=WEBSERVICE()`, a linked picture) is sent to a proxy where nobody
listens. Lock files beside the user's files are off too: we never write there.
"""

from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

_CLOSED_PORT = "9"

SETTINGS: tuple[tuple[str, str, str], ...] = (
    ("Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Common/Misc", "UseLocking", "false"),
    ("Common/Misc", "FirstRun", "false"),
    ("Common/Save/Document", "WarnAlienFormat", "false"),
    ("Calc/Content/Update", "Link", "2"),
    ("Writer/Content/Update", "Link", "0"),
    ("Recovery/AutoSave", "Enabled", "false"),
    ("Recovery/RecoveryInfo", "Enabled", "false"),
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", "2"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", _CLOSED_PORT),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", _CLOSED_PORT),
    ("/org.openoffice.Inet/Settings", "ooInetFTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetFTPProxyPort", _CLOSED_PORT),
    ("/org.openoffice.Inet/Settings", "ooInetNoProxy", ""),
)


def write_profile(folder: Path) -> None:
    """Write the settings into a new profile folder."""
    user = folder / "user"
    user.mkdir(parents=True)
    items = "".join(_item(*setting) for setting in SETTINGS)
    user.joinpath("registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{items}</oor:items>\n",
        encoding="utf-8",
    )


def _item(path: str, name: str, value: str) -> str:
    whole = path if path.startswith("/") else f"/org.openoffice.Office.{path}"
    return (
        f'<item oor:path={quoteattr(whole)}><prop oor:name={quoteattr(name)} oor:op="fuse">'
        f"<value>{escape(value)}</value></prop></item>"
    )
