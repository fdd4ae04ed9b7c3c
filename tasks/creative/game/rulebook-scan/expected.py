"""What stands on the two scanned pages, block by block in reading order, as it was printed (old spellings too)."""

import re

SCAN, GLOSSARY, BOOK = "scan/tidewardens-rules.pdf", "scan/glossary.csv", "out/tidewardens-rules.docx"
TITLE = "Tidewardens"
RUNNING_HEADS = ("Saltwater Studios", "Playtest copy")

BLOCKS = [
    ("heading", "The story"),
    ("text", "The harbor of Old Merrow sinks a little every night. As Tide Wardens you carry brine stones from the "
             "flooded quarter to the Beacon before the last bell. Play takes 45 minutes for 2 to 4 players."),
    ("heading", "Components"),
    ("table", [("Part", "Count"), ("Harbor board", "1"), ("Brine stones", "36"), ("Kelp-way tiles", "24"),
               ("Moorling figures", "8"), ("Bell track and marker", "1 each"), ("Rules for the Beacon", "1")]),
    ("heading", "Setup"),
    ("number", "Lay the harbor board in the middle and put the bell marker on 12."),
    ("number", "Shuffle the Kelp-way tiles and deal 3 to each player."),
    ("number", "Place 4 brine stones on each of the 9 flooded fields."),
    ("number", "Everyone takes 2 Moorlings; the oldest sailor begins."),
    ("heading", "On your turn"),
    ("text", "Take two different actions, then draw tiles until you hold 3 again."),
    ("bullet", "Row: move one Moorling up to 3 fields along Kelp-ways."),
    ("bullet", "Dive: take 1 brine stone from your field; never more than 2 in a boat."),
    ("bullet", "Build: lay a Kelp-way tile next to one that is there."),
    ("bullet", "Light: give all your brine stones to the Beacon and score 2 points for each."),
    ("heading", "The bell"),
    ("text", "After each round the bell marker goes down by 1. On 8 and on 4 the tide rises: turn the outermost "
             "Kelp-way tiles over. A Moorling that stands on one loses its stones."),
    ("heading", "End of the game"),
    ("text", "The game ends when the bell reaches 0 or when the Beacon holds 30 brine stones. The most points win. "
             "If players are tied, the one with more Moorlings in the harbor wins."),
]  # fmt: skip


def corrected(text, terms):
    """A text with the spelling of the glossary: `terms` are its rows (term, printed as, meaning)."""
    for term, old, _ in terms:
        for was in filter(None, old.split("; ")):
            text = re.sub(rf"\b{re.escape(was)}", term, text, flags=re.IGNORECASE)
    return text
