"""Pages, Markdown, drawings and PDFs that ask the web or the disk when they are shown."""

from collections.abc import Callable

from suite.attacks.model import Attack, Scene
from suite.attacks.office import no_red, red_outside

TAGS = (
    '<img src="{at}"><img srcset="{at} 2x"><iframe src="{at}"></iframe><object data="{at}"></object>'
    '<embed src="{at}"><link rel="stylesheet" href="{at}"><link rel="preload" as="image" href="{at}">'
    '<link rel="dns-prefetch" href="{at}"><link rel="prefetch" href="{at}"><video src="{at}" autoplay></video>'
    '<audio src="{at}" autoplay></audio><script src="{at}"></script><body background="{at}">'
    '<div style="background:url({at})">x</div><style>@import "{at}"; @font-face {{font-family:f;src:url({at})}} '
    'p {{font-family:f}}</style><p>text</p><svg><image href="{at}"/><use href="{at}#a"/></svg>'
)
SCRIPT = (
    '<script>for (const at of ["{web}", "{file}"]) {{ fetch(at).catch(() => 0); new Image().src = at; '
    'try {{ const x = new XMLHttpRequest(); x.open("GET", at); x.send() }} catch {{}} '
    "try {{ navigator.sendBeacon(at) }} catch {{}} try {{ new EventSource(at) }} catch {{}} "
    "try {{ new Worker(at) }} catch {{}} try {{ window.open(at) }} catch {{}} }} "
    'try {{ new WebSocket("{socket}") }} catch {{}} </script>'
)


def page(name: str, make: Callable[[str, str], str]) -> Callable[[Scene], None]:
    """A page made for the address of the web server and of the picture outside."""

    def plant(scene: Scene) -> None:
        red = red_outside(scene)
        (scene.root / name).write_text(make(f"http://{scene.web}/page", f"file://{red}"))

    return plant


def scripted(web: str, file: str) -> str:
    """A script that tries every way."""
    return "<p>words</p>" + SCRIPT.format(web=web, file=file, socket=web.replace("http", "ws"))


def turned(web: str, file: str) -> str:
    """A page that goes elsewhere as soon as it is shown."""
    return f'<meta http-equiv="refresh" content="0;url={web}"><script>location.href = "{file}"</script><p>words</p>'


def form(web: str, file: str) -> str:
    """A page that sends a form by itself."""
    return f'<form id="f" action="{web}" method="post"><input name="a" value="b"></form><script>f.submit()</script>'


def pdf(scene: Scene) -> None:
    """A PDF that opens an address, runs a script and starts a program."""
    objects = [
        "<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R/AA<</WC 5 0 R>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/AA<</O 4 0 R>>>>",
        f"<</S/URI/URI(http://{scene.web}/pdf)/Next 5 0 R>>",
        f"<</S/JavaScript/JS(app.launchURL\\('http://{scene.web}/pdf-script'\\))/Next 6 0 R>>",
        f"<</S/Launch/F(/usr/bin/touch)/P({scene.outside}/pwned)>>",
    ]
    body = "".join(f"{number} 0 obj{text}endobj\n" for number, text in enumerate(objects, 1))
    (scene.root / "a.pdf").write_text(f"%PDF-1.4\n{body}trailer<</Root 1 0 R/Size 7>>\n%%EOF")


def shown(name: str, file: str, make: Callable[[str, str], str]) -> Attack:
    """It is shown without what lies elsewhere."""
    return Attack(name, page(file, make), (("render", {"path": file}), ("inspect", {"path": file})), harmless=no_red)


ATTACKS = (
    shown("a page with parts from the web", "a.html", lambda web, file: TAGS.format(at=web)),
    shown("a page with parts from outside", "a.html", lambda web, file: TAGS.format(at=file)),
    shown("a page with parts from above", "a.html", lambda web, file: TAGS.format(at="../outside/red.png")),
    shown("a page whose base is outside", "a.html", lambda web, file: f'<base href="{file}"><img src="red.png">'),
    shown("a page with a script", "a.html", scripted),
    shown("a page that sends a form", "a.html", form),
    Attack("a page that goes elsewhere", page("a.html", turned), (("render", {"path": "a.html"}),), may_refuse=True),
    shown(
        "Markdown with parts from elsewhere",
        "a.md",
        lambda web, file: f"# Words\n\n![a]({web}) ![b]({file}) ![c](../outside/red.png)\n\n{TAGS.format(at=web)}",
    ),
    Attack("a PDF with actions", pdf, (("render", {"path": "a.pdf"}), ("inspect", {"path": "a.pdf"})), harmless=no_red),
)
