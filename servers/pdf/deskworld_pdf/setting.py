"""Markdown as a page that prints well: the HTML, the looks, the foot of each page.

Raw HTML in the text is shown as text, but for line breaks: what makes a document must not be able to run anything.
"""

from __future__ import annotations

import html
import re
from typing import Any

from deskworld_pdf import formulas

_SANS = '"Carlito", "Calibri", "Helvetica Neue", "Liberation Sans", "Noto Sans CJK SC", sans-serif'
_SERIF = '"Caladea", "Cambria", Georgia, "Liberation Serif", "Noto Serif CJK SC", "Noto Sans CJK SC", serif'
_MONO = '"DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace'

_BASE = f"""
* {{ box-sizing: border-box; }}
body {{ margin: 0; color: #22282E; font: 11pt/1.5 {_SANS}; overflow-wrap: break-word; hyphens: manual; }}
h1, h2, h3, h4, h5, h6 {{ line-height: 1.2; break-after: avoid; }}
p, li {{ orphans: 3; widows: 3; }}
p {{ margin: 0 0 .7em; }}
ul, ol {{ margin: 0 0 .8em; padding-left: 1.5em; }}
ul {{ list-style-type: "\u2022\u00a0\u00a0"; padding-left: 1.2em; }}
ul ul {{ list-style-type: "\u2013\u00a0\u00a0"; }}
.footnote-backref {{ display: none; }}
li {{ margin: .15em 0; }}
li > p {{ margin: .2em 0; }}
li > ul, li > ol {{ margin-bottom: .2em; }}
ul.contains-task-list {{ list-style: none; padding-left: .2em; }}
li.task-list-item input {{ margin: 0 .5em 0 0; }}
pre, code {{ font-family: {_MONO}; font-size: .84em; }}
code {{ background: #EEF1F4; border-radius: 3px; padding: .1em .3em; }}
pre {{ background: #F4F6F8; border-radius: 5px; padding: .9em 1.1em; white-space: pre-wrap; break-inside: avoid; }}
pre code {{ background: none; padding: 0; }}
blockquote {{ margin: 1em 0; padding: .3em 0 .3em 1em; border-left: 3px solid; break-inside: avoid; }}
blockquote > :last-child {{ margin-bottom: 0; }}
table {{ border-collapse: collapse; margin: 1em 0 1.2em; min-width: 40%; max-width: 100%; font-size: .95em;
         font-variant-numeric: tabular-nums; }}
th, td {{ padding: .38em .8em; text-align: left; vertical-align: top; }}
tr {{ break-inside: avoid; }}
img {{ max-width: 100%; max-height: 220mm; }}
p > img:only-child {{ display: block; margin: .6em auto; }}
.formula {{ margin: 1em 0; text-align: center; break-inside: avoid; }}
.formula svg {{ max-width: 100%; }}
hr {{ border: 0; border-top: 1px solid #C9D0D6; margin: 1.6em 0; }}
a {{ text-decoration: none; border-bottom: .5pt solid; }}
.footnotes {{ font-size: .86em; }}
hr.footnotes-sep {{ width: 30%; margin: 2em 0 .8em; }}
sup a, .footnote-backref {{ border: 0; }}
"""
_LOOKS = {
    "report": """
h1, h2, h3 { color: #0F3D5C; }
h1 { font-size: 25pt; margin: 1.1em 0 .5em; letter-spacing: -.01em; }
body > h1:first-child { font-size: 30pt; margin: 0 0 .9em; padding-bottom: .35em; border-bottom: 3pt solid #E07A1F; }
h2 { font-size: 16.5pt; margin: 1.5em 0 .5em; padding-bottom: .15em; border-bottom: .6pt solid #C9D6DF; }
h3 { font-size: 13pt; margin: 1.3em 0 .35em; }
h4, h5, h6 { font-size: 11pt; margin: 1.2em 0 .3em; color: #3C5363; }
th { background: #0F3D5C; color: white; font-weight: 600; }
td { border-bottom: .6pt solid #D5DDE3; }
tbody tr:nth-child(even) td { background: #F5F8FA; }
blockquote { border-color: #E07A1F; background: #FDF6EF; color: #4A4033; padding-right: 1em; }
a { color: #0B6E8F; border-color: #9CC7D5; }
li::marker { color: #E07A1F; }
""",
    "letter": f"""
body {{ font: 11pt/1.5 {_SERIF}; }}
h1 {{ font-size: 18pt; margin: 0 0 1.2em; font-weight: 600; }}
h2 {{ font-size: 13pt; margin: 1.4em 0 .4em; }}
h3, h4, h5, h6 {{ font-size: 11pt; margin: 1.2em 0 .3em; }}
th {{ border-bottom: 1pt solid #22282E; }}
td {{ border-bottom: .5pt solid #C9D0D6; }}
blockquote {{ border-color: #9AA5AE; color: #4A545C; }}
a {{ color: inherit; }}
""",
    "plain": """
h1 { font-size: 22pt; margin: 0 0 .6em; }
h2 { font-size: 15pt; margin: 1.4em 0 .4em; }
h3 { font-size: 12.5pt; margin: 1.2em 0 .3em; }
h4, h5, h6 { font-size: 11pt; margin: 1.1em 0 .3em; }
th, td { border: .6pt solid #B9C2C9; }
th { background: #F0F3F5; }
blockquote { border-color: #B9C2C9; color: #4A545C; }
a { color: #0B57D0; border-color: transparent; }
""",
}


def page_of(markdown: str, *, look: str, title: str) -> tuple[str, str, list[str]]:
    """The whole page, its first heading as plain words, and the formulas that stand in it as TeX."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.tasklists import tasklists_plugin

    reader: Any = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable(["table", "strikethrough"])
    reader.use(footnote_plugin).use(tasklists_plugin)
    undrawn = formulas.use(reader)
    body = str(reader.render(markdown))
    body = re.sub(r"&lt;br\s*/?&gt;", "<br>", body)
    first = re.search(r"<h[1-3]>(.*?)</h[1-3]>", body, re.DOTALL)
    heading = html.unescape(re.sub(r"<[^>]+>", "", formulas.words_of(first[1]))).strip() if first else ""
    named = html.escape(title or heading or "Document")
    policy = "default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'; font-src 'self' file:"
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}"><title>{named}</title>'
    style = f"<style>{_BASE}{_LOOKS[look]}</style>"
    return f'<!doctype html><html lang="en"><head>{head}{style}</head><body>{body}</body></html>', heading, undrawn


def footer_of(title: str) -> str:
    """The foot of each page: the title at the left, the number at the right."""
    style = f"width: 100%; margin: 0 20mm; font: 8pt {_SANS}; color: #6B7780; display: flex".replace('"', "'")
    return (
        f'<div style="{style}"><span style="flex: 1">{html.escape(title[:90])}</span>'
        '<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>'
    )


def margins_of(look: str) -> dict[str, str]:
    """The paper's margins."""
    side = "25mm" if look == "letter" else "20mm"
    return {"top": "22mm" if look != "letter" else "27mm", "right": side, "bottom": "22mm", "left": side}
