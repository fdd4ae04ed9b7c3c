"""A corpus of attacks: data with a name each, run by `test_attacks.py` and `test_confinement.py`.

`PATHS` are ways out of the workspace, tried on every argument of every tool that names a place. `ATTACKS` are hostile
files, mails and texts, each with the calls that would fall for it; each says whether it is refused, and with which
words, or harmless, and how that shows. `MESSAGES` are sent to servers as they stand.
"""

from suite.attacks import archives, books, mail, office, pictures, texts, web
from suite.attacks.messages import MESSAGES
from suite.attacks.model import SECRET, Attack, Call, Scene
from suite.attacks.paths import PATHS, PathAttack, plant_links

ATTACKS: tuple[Attack, ...] = (
    *archives.ATTACKS,
    *office.ATTACKS,
    *books.ATTACKS,
    *pictures.ATTACKS,
    *web.ATTACKS,
    *mail.ATTACKS,
    *texts.ATTACKS,
)

__all__ = ["ATTACKS", "MESSAGES", "PATHS", "SECRET", "Attack", "Call", "PathAttack", "Scene", "plant_links"]
