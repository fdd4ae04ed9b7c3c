"""A small desk for the harness's tests: two servers and a task, and how to have them found as anybody's would be."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

EASEL = {
    "__init__.py": '''
        """Easel: draws cards."""

        from deskworld_kit import Server

        server = Server(
            name="easel", title="Easel", summary="Draws cards.", package=__name__, tools=("cards",), examples=""
        )
    ''',
    "cards.py": '''
        """Cards: draw one, look at one; and two ways for a tool to go wrong."""

        import anyio
        from deskworld_kit import Result, Saved, Shown, World, picture, tool


        class Card(Result):
            path: str
            width: int
            height: int


        @tool("edit", core=True)
        def draw_card(world: World, path: str, color: str = "white", width: int = 64, height: int = 48) -> Saved:
            """Draw a card of one colour."""
            from PIL import Image

            target = world.workspace.target(path, suffixes=(".png",))
            with world.workspace.writing(target) as temporary:
                Image.new("RGB", (width, height), color).save(temporary)
            return Saved(path=path, verified=f"{width} x {height} pixels")


        @tool("read", core=True)
        def view_card(world: World, path: str) -> Shown[Card]:
            """Look at a card that was drawn."""
            shown = picture(world.workspace.find(path), label=path)
            return Shown(Card(path=path, width=shown.width, height=shown.height), [shown])


        @tool("read")
        def break_pencil(world: World) -> Card:
            """Fail in a way that nobody planned for."""
            raise RuntimeError("the pencil broke")


        @tool("read")
        async def watch_paint_dry(world: World) -> Card:
            """Never come back from this by itself."""
            await anyio.sleep_forever()
            raise AssertionError
    ''',
}

TASK = {
    "task.yaml": """
        title: A red card
        difficulty: medium
        role: You are a stationer's assistant.
        policy: Never use blue.
        user: Draw me a red card of 80 by 60 pixels as out/card.png and put "Send the card" on my list.
        servers: [jotter, easel]
        world:
          seed: 7
          now: 2026-03-02T09:00:00Z
          rows:
            jotter_item:
              - {id: jotter_50, title: Buy stamps, created_at: 2026-03-01T09:00:00Z}
        deliverables: [out/card.png]
        changes: [jotter_item]
        limits: {steps: 12, seconds: 60}
    """,
    "assets/order.txt": "one card, red\n",
    "solution.py": """
        async def solve(desk, task):
            await desk.call("draw_card", path="out/card.png", color="red", width=80, height=60)
            await desk.call("view_card", path="out/card.png")
            await desk.call("add_jotter_item", title="Send the card")
            return "The red card is drawn, and it is on your list."
    """,
    "checks.py": '''
        """What a red card has to be."""

        from deskworld_verifiers import Submission, check, mentions


        @check("format")
        def right_size(s: Submission) -> None:
            card = s.image("out/card.png")
            assert (card.width, card.height) == (80, 60)


        @check("content")
        def red(s: Submission) -> None:
            from PIL import Image

            assert s.image("out/card.png").format == "png"
            assert Image.open(s.file("out/card.png")).getpixel((5, 5)) == (255, 0, 0)


        @check("state")
        def on_the_list(s: Submission) -> None:
            assert [row["title"] for row in s.diff().added("jotter_item")] == ["Send the card"]
            assert s.compare("jotter_item").same


        @check("tools")
        def looked(s: Submission) -> None:
            assert s.trajectory.rendered_after_last_change("out/card.png")


        @check("answer")
        def told(s: Submission) -> None:
            assert mentions(s.answer, "card")
    ''',
}


def write_files(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


def offer(home: Path, name: str) -> None:
    """Make a package in this folder a server that discovery finds, as an installation would."""
    write_files(
        home / f"deskworld_{name}-0.1.0.dist-info",
        {
            "METADATA": f"Metadata-Version: 2.1\nName: deskworld-{name}\nVersion: 0.1.0\n",
            "entry_points.txt": f"[deskworld.servers]\n{name} = deskworld_{name}:server\n",
        },
    )
