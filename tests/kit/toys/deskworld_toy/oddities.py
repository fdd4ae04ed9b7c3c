"""Tools that do what a tool must not do, so that the tests see what the kit makes of it."""

import subprocess
import sys

from deskworld_kit import Result, Shown, World, picture, tool


class Said(Result):
    """A text or a number."""

    text: str = ""
    number: float = 0.0


@tool("read")
def break_down(world: World, how: str) -> Said:
    """Fail in a way that no tool should."""
    secret = str(world.workspace.root)
    match how:
        case "value":
            raise ValueError(f"a secret: {secret}")
        case "os":
            raise FileNotFoundError(2, "No such file or directory", secret)
        case "exit":
            sys.exit(secret)
        case "group":
            raise ExceptionGroup(secret, [ValueError(secret)])
        case "nan":
            return Said(number=float("nan"))
        case "nothing":
            return None  # type: ignore[return-value]
        case "surrogate":
            return Said(text="half \ud800 a letter")
        case _:
            return Said(text="x" * int(how))


@tool("read")
def print_things(world: World) -> Said:
    """Print on stdout, and let a child do so."""
    print("this is no JSON-RPC", flush=True)
    subprocess.run(["echo", "nor is this"], check=True)
    return Said(text="printed")


@tool("add")
def start_child(world: World) -> Said:
    """Start a process that would go on for ten minutes, with a child of its own."""
    child = subprocess.Popen(["sh", "-c", "sleep 600 & echo $!; wait"], stdout=subprocess.PIPE, text=True)
    return Said(text=f"{child.pid} {child.stdout.readline().strip()}")


@tool("read")
def show_squares(world: World, count: int, pixels: int = 20) -> Shown[Said]:
    """Pictures of noise."""
    from random import Random

    from PIL import Image

    noise = Image.frombytes("RGB", (pixels, pixels), Random(1).randbytes(3 * pixels * pixels))
    return Shown(Said(text="squares"), [picture(noise, label=f"square {n}") for n in range(1, count + 1)])
