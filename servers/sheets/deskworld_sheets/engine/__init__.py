"""The engine: workbooks edited as the packages of parts that they are.

    package  the zip of parts; only edited ones are written anew
    book     sheets by name, styles, texts, names, over one open package
    grid     rows and cells of one sheet's tree;  window  the same as a stream, to read
    content  values in;  values  results of formulas put beside them;  writing  saved, reopened, looked at

Modules are loaded when they are first named here (`engine.charts.add(...)`), so that a server which only lists
its tools loads none of them.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import anchors as anchors
    from . import appending as appending
    from . import blank as blank
    from . import book as book
    from . import carrying as carrying
    from . import cells as cells
    from . import cellshift as cellshift
    from . import chartplot as chartplot
    from . import charts as charts
    from . import chartxml as chartxml
    from . import checks as checks
    from . import codes as codes
    from . import conditions as conditions
    from . import content as content
    from . import delimited as delimited
    from . import drawings as drawings
    from . import echoes as echoes
    from . import filtering as filtering
    from . import findings as findings
    from . import formats as formats
    from . import formulas as formulas
    from . import grammar as grammar
    from . import grid as grid
    from . import keeping as keeping
    from . import linenames as linenames
    from . import lookups as lookups
    from . import marking as marking
    from . import names as names
    from . import naming as naming
    from . import notes as notes
    from . import numerals as numerals
    from . import objects as objects
    from . import opening as opening
    from . import outlining as outlining
    from . import paging as paging
    from . import pictures as pictures
    from . import pivotlayout as pivotlayout
    from . import pivotrefresh as pivotrefresh
    from . import pivots as pivots
    from . import properties as properties
    from . import protecting as protecting
    from . import queries as queries
    from . import references as references
    from . import rulelist as rulelist
    from . import sheetlist as sheetlist
    from . import sorting as sorting
    from . import sparklines as sparklines
    from . import spilling as spilling
    from . import structure as structure
    from . import structured as structured
    from . import styles as styles
    from . import tableediting as tableediting
    from . import tablemaking as tablemaking
    from . import tables as tables
    from . import tabletotals as tabletotals
    from . import tracing as tracing
    from . import validations as validations
    from . import values as values
    from . import views as views
    from . import writing as writing


def __getattr__(name: str) -> ModuleType:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return import_module(f".{name}", __name__)
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
