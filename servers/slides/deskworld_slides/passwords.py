"""The password that opens a deck: put on, changed, taken off."""

from deskworld_kit import Saved, ToolError, World, tool


@tool("edit", idempotent=False)
def set_deck_password(world: World, path: str, current: str = "", new: str = "") -> Saved:
    """Put a password on a deck (new), change it, or take it off (current alone); other tools open it without one.

    Args:
        current: The one it has.
    """
    from deskworld_artifacts.office import PasswordError, change_password

    file = world.workspace.find(path)
    target = world.workspace.target(path, suffixes=(".pptx",))
    with world.workspace.writing(target) as temporary:
        try:
            said = change_password(file, temporary, current, new, ".pptx")
        except PasswordError as error:
            raise ToolError(str(error), argument=error.argument) from error
    return Saved(path=world.workspace.relative(target), verified=said)
