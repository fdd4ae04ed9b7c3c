"""Read the cards and what was decided, draw each front, set the sheets from the same fronts, look at them."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

SHEETS = "out/roastery-rush-sheets.pdf"
LOOK = """*{box-sizing:border-box;margin:0;padding:0}
.card{position:relative;width:calc(var(--mm)*69);height:calc(var(--mm)*94);background:var(--suit);overflow:hidden;
font-family:Carlito;color:#23201E;-webkit-print-color-adjust:exact}
.card>*{position:absolute}
.paper{inset:calc(var(--mm)*6);background:#FBF7F0;border-radius:calc(var(--mm)*3)}
.disc{top:calc(var(--mm)*8);width:calc(var(--mm)*11);height:calc(var(--mm)*11);border-radius:50%;background:var(--suit);
color:#fff;font-weight:700;font-size:calc(var(--mm)*6.4);display:grid;place-items:center}
.cost{left:calc(var(--mm)*8)} .points{right:calc(var(--mm)*8);background:#fff;color:var(--suit);
border:calc(var(--mm)*.7) solid var(--suit)}
.name{left:calc(var(--mm)*8);right:calc(var(--mm)*8);top:calc(var(--mm)*21);text-align:center;
font:700 calc(var(--mm)*5.6)/1.1 Caladea;color:var(--suit)}
.icon{left:calc(var(--mm)*23.5);top:calc(var(--mm)*30);width:calc(var(--mm)*22);height:calc(var(--mm)*22);
border-radius:50%;background:var(--suit);display:grid;place-items:center}
.icon img{width:calc(var(--mm)*15.5);height:calc(var(--mm)*15.5)}
.effect{left:calc(var(--mm)*10);right:calc(var(--mm)*10);top:calc(var(--mm)*54);height:calc(var(--mm)*25);
display:grid;place-items:center;text-align:center;font-size:calc(var(--mm)*var(--size));line-height:1.25}
.foot{left:calc(var(--mm)*10);right:calc(var(--mm)*10);bottom:calc(var(--mm)*8);display:flex;
justify-content:space-between;font-size:calc(var(--mm)*2.7);color:#5E5852}
.back{background:var(--suit);color:#fff}
.back .title{left:0;right:0;top:calc(var(--mm)*36);text-align:center;font:700 calc(var(--mm)*8.5)/1 Caladea}
.back .line{left:calc(var(--mm)*8);right:calc(var(--mm)*8);top:calc(var(--mm)*8);bottom:calc(var(--mm)*8);
border:calc(var(--mm)*.7) solid #fff;border-radius:calc(var(--mm)*3)}
.back .icon{top:calc(var(--mm)*50)}
"""


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="game/card-rules.md")
    await desk.call("read_text_file", path="game/playtest-notes.md")
    text = (await desk.call("read_text_file", path="game/cards.csv"))["text"]
    cards = [card for card in csv.DictReader(io.StringIO(text)) if card["status"] == "in"]
    for column, change in task.variables["decided"].items():
        next(card for card in cards if card["id"] == change["id"])[column] = str(change["value"])
    suits = task.variables["suits"]
    fronts = [front(card, number, suits[card["suit"]]) for number, card in enumerate(cards, start=1)]
    for card, drawn in zip(cards, fronts, strict=True):
        await desk.call(
            "render_html",
            path=f"out/cards/{card['id']}.png",
            width=815,
            height=1110,
            html=f"<style>:root{{--mm:11.811px}}{LOOK}body{{width:815px;height:1110px;overflow:hidden}}"
            f".card{{width:816px;height:1111px}}</style>{drawn}",
        )
    backs = [back(card["suit"], suits[card["suit"]]) for card in cards]
    pages = "".join(sheet(fronts[start : start + 9]) + sheet(turned(backs[start : start + 9])) for start in (0, 9))
    await desk.call(
        "render_html",
        path=SHEETS,
        html=f"""<style>@page{{size:210mm 297mm;margin:0}}:root{{--mm:1mm}}{LOOK}
.sheet{{position:relative;width:210mm;height:297mm;overflow:hidden;break-after:page}} .sheet:last-child{{break-after:auto}}
.cell{{position:absolute;width:63mm;height:88mm;overflow:hidden}} .cell .card{{margin:-3mm}}
.mark{{position:absolute;background:#000}}</style>{pages}""",
    )
    await desk.call("render_pdf_pages", path=SHEETS)
    costs = {suit: [int(card["cost"]) for card in cards if card["suit"] == suit] for suit in suits}
    averages = ", ".join(f"{suit} {sum(each) / len(each):.1f}" for suit, each in costs.items())
    total = sum(int(card["points"]) for card in cards)
    return (
        f"The cards and the sheets ({SHEETS}) are ready. Average cost: {averages}. All cards together: {total} points."
    )


def front(card: dict[str, Any], number: int, color: str) -> str:
    size = 4.1 if len(card["effect"]) < 80 else 3.3
    return (
        f'<div class=card style="--suit:{color};--size:{size}"><div class=paper></div>'
        f"<div class='disc cost'>{card['cost']}</div><div class='disc points'>{card['points']}</div>"
        f"<div class=name>{card['name']}</div>"
        f"<div class=icon><img alt='' src='game/icons/{card['suit'].lower()}.png'></div>"
        f"<div class=effect><span>{card['effect']}</span></div>"
        f"<div class=foot><span>{card['id']}</span><span>{number}/18</span></div></div>"
    )


def back(suit: str, color: str) -> str:
    return (
        f'<div class="card back" style="--suit:{color}"><div class=line></div><div class=title>{suit}</div>'
        f"<div class=icon><img alt='' src='game/icons/{suit.lower()}.png'></div></div>"
    )


def turned(cards: list[str]) -> list[str]:
    """Rows from right to left."""
    return [card for row in (0, 3, 6) for card in reversed(cards[row : row + 3])]


def sheet(cards: list[str]) -> str:
    left, top = 10.5, 16.5
    cells = "".join(
        f'<div class=cell style="left:{left + 63 * (n % 3)}mm;top:{top + 88 * (n // 3)}mm">{card}</div>'
        for n, card in enumerate(cards)
    )
    marks = ""
    for n in range(4):
        x, y = left + 63 * n - 0.1, top + 88 * n - 0.1
        marks += "".join(
            f'<i class=mark style="left:{x}mm;top:{at}mm;width:.2mm;height:5mm"></i>' for at in (9.5, 282.5)
        )
        marks += "".join(
            f'<i class=mark style="left:{at}mm;top:{y}mm;width:5mm;height:.2mm"></i>' for at in (3.5, 201.5)
        )
    return f"<div class=sheet>{cells}{marks}</div>"
