"""Read the brief and what was decided since, make both codes, draw poster and picture as pages, try the codes."""

import re

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

POSTER, FEED = "out/spring-sale-a3.pdf", "out/spring-sale-feed.png"
POSTER_LOOK = """@page{size:297mm 420mm;margin:0} *{box-sizing:border-box;margin:0}
body{width:297mm;height:420mm;font-family:Carlito;color:#1F3A44;background:#F6EFE6;display:flex;flex-direction:column}
.photo{width:297mm;height:160mm;object-fit:cover;object-position:50% 62%}
header{background:#1F3A44;color:#FFFFFF;padding:11mm 20mm 12mm}
h1{font:700 60pt/1.05 Caladea} header p{font-size:33pt;margin-top:4mm;color:#F6EFE6}
table{width:257mm;margin:9mm 20mm 0;border-collapse:collapse;font-size:35pt}
td{padding:2.6mm 0;border-bottom:.5mm solid} tr:last-child td{border:0}
.bag,.was{font-size:25pt;text-align:right} .was{text-decoration:line-through}
.now{font-weight:700;font-size:42pt;text-align:right;width:52mm}
footer{margin-top:auto;background:#FFFFFF;display:flex;justify-content:space-between;align-items:center;
padding:9mm 20mm;font-size:27pt;line-height:1.35} footer p{font-size:19pt;margin-top:3mm}
footer img{width:62mm;height:62mm;margin:-5mm}"""
FEED_LOOK = """*{box-sizing:border-box;margin:0}
body{width:1080px;height:1350px;font-family:Carlito;color:#1F3A44;background:#F6EFE6;display:flex;flex-direction:column}
.photo{width:1080px;height:500px;object-fit:cover;object-position:50% 62%}
header{background:#1F3A44;color:#FFFFFF;padding:24px 60px 28px}
h1{font:700 66px/1.05 Caladea} header p{font-size:38px;margin-top:12px;color:#F6EFE6}
table{width:960px;margin:10px 60px 0;border-collapse:collapse;font-size:38px}
td{padding:7px 0;border-bottom:2px solid} tr:last-child td{border:0}
.now{font-weight:700;font-size:44px;text-align:right}
footer{margin-top:auto;background:#FFFFFF;display:flex;justify-content:space-between;align-items:center;
padding:14px 60px;font-size:36px;line-height:1.3} footer p{font-size:27px;margin-top:8px}
footer img{width:270px;height:270px;margin:-6px}"""


async def solve(desk: Desk, task: TaskView) -> str:
    brief = (await desk.call("read_text_file", path="brief/spring-sale-brief.md"))["text"]
    await desk.call("read_text_file", path="brief/thread.md")
    await desk.call("read_text_file", path="brand/print-rules.md")
    offers = [
        (coffee, bag, regular, "$15.50" if coffee == "Yirga Light" else sale)
        for coffee, bag, regular, sale in re.findall(r"^\| (.+?) \| (.+?) \| (\$.+?) \| (\$.+?) \|$", brief, re.M)
        if coffee != "Kenya Peaberry"
    ]
    await desk.call(
        "make_qr_code",
        path="scratch/poster-code.png",
        text="https://harborlight.example/spring-sale?from=poster",
    )
    await desk.call(
        "make_qr_code",
        path="scratch/feed-code.png",
        text="https://harborlight.example/spring-sale?from=feed",
    )
    rows = "".join(
        f"<tr><td>{coffee}</td><td class=bag>{bag}</td><td class=was>{regular}</td><td class=now>{sale}</td></tr>"
        for coffee, bag, regular, sale in offers
    )
    await desk.call(
        "render_html",
        path=POSTER,
        html=f"""<style>{POSTER_LOOK}</style>
<img class=photo src="photos/counter.jpg" alt="Spring Blend on our counter">
<header><h1>Spring Sale at the Roastery</h1><p>Saturday 14 to Saturday 21 March 2026</p></header>
<table>{rows}</table>
<footer><div><b>418 Dock Street, Portland</b><br>harborlight.example/spring-sale
<p>While stock lasts. One discount per bag. Not valid with other offers.</p></div>
<img src="scratch/poster-code.png" alt="Code"></footer>""",
    )
    rows = "".join(f"<tr><td>{coffee}</td><td class=now>{sale}</td></tr>" for coffee, _, _, sale in offers)
    await desk.call(
        "render_html",
        path=FEED,
        width=1080,
        height=1350,
        html=f"""<style>{FEED_LOOK}</style>
<img class=photo src="photos/counter.jpg" alt="Spring Blend on our counter">
<header><h1>Spring Sale at the Roastery</h1><p>Saturday 14 to Saturday 21 March 2026</p></header>
<table>{rows}</table>
<footer><div><b>418 Dock Street, Portland</b>
<p>While stock lasts. One discount per bag.<br>Not valid with other offers.</p></div>
<img src="scratch/feed-code.png" alt="Code"></footer>""",
    )
    await desk.call("render_pdf_pages", path=POSTER)
    await desk.call("detect_codes", path=FEED)
    await desk.call("trash_path", path="scratch")
    saved = {coffee: 1 - float(sale[1:]) / float(regular[1:]) for coffee, _, regular, sale in offers}
    best = max(saved, key=lambda coffee: saved[coffee])
    return (
        f"Poster ({POSTER}) and picture ({FEED}) are done. Against the brief: Yirga Light costs $15.50 instead of "
        "$14.20 (Aisha), Kenya Peaberry is sold out and left off (Sam), and the sale ends on Saturday 21 March, a day "
        f"earlier. The customer saves the most on {best}: {saved[best] * 100:.1f}%."
    )
