"""A page's resources, found and made: the fonts, pictures and forms that its content names."""

from __future__ import annotations

from typing import Any


def resources_of(node: Any) -> Any:
    """The resources of a page or form, inherited ones too; None where there are none."""
    for _ in range(50):
        found = node.get("/Resources")
        if found is not None:
            return found
        node = node.get("/Parent")
        if node is None:
            return None
    return None


def entries(node: Any) -> list[tuple[str, Any]]:
    """The keys and values of a dictionary; none where there is no dictionary."""
    return [(str(key), node[key]) for key in sorted(node.keys())] if node is not None else []


def own_resources(page: Any) -> Any:
    """The resources of a page, made its own: other pages that share them won't see what is added."""
    import pikepdf

    shared = resources_of(page)
    own = pikepdf.Dictionary({key: shared[key] for key in shared.keys()} if shared is not None else {})  # noqa: SIM118
    for kind in ("/Font", "/XObject", "/ExtGState"):
        if kind in own:
            inner = own[kind]
            own[kind] = pikepdf.Dictionary({key: inner[key] for key in inner.keys()})  # noqa: SIM118
    page["/Resources"] = own
    return own


def put(resources: Any, kind: str, prefix: str, value: Any) -> str:
    """Add a resource under a name that is free; returns the name, with its slash."""
    import pikepdf

    if kind not in resources:
        resources[kind] = pikepdf.Dictionary()
    number = 1
    while f"/{prefix}{number}" in resources[kind]:
        number += 1
    resources[kind][f"/{prefix}{number}"] = value
    return f"/{prefix}{number}"
