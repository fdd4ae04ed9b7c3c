"""The order in which the schema wants the children of a chart, of its axes and of its series.

Every kind of axis and of series has its own list; the ones here are laid together, so that each kind's own order is in
them. What is missing here would be taken for something that comes first, and Excel drops a chart with two children
swapped: so they are whole.
"""

CHART = (
    "title", "autoTitleDeleted", "pivotFmts", "view3D", "floor", "sideWall", "backWall", "plotArea", "legend",
    "plotVisOnly", "dispBlanksAs", "showDLblsOverMax", "extLst",
)  # fmt: skip
AXIS = (
    "axId", "scaling", "delete", "axPos", "majorGridlines", "minorGridlines", "title", "numFmt", "majorTickMark",
    "minorTickMark", "tickLblPos", "spPr", "txPr", "crossAx", "crosses", "crossesAt", "crossBetween", "auto", "lblAlgn",
    "lblOffset", "baseTimeUnit", "majorUnit", "majorTimeUnit", "minorUnit", "minorTimeUnit", "tickLblSkip",
    "tickMarkSkip", "noMultiLvlLbl", "dispUnits", "extLst",
)  # fmt: skip
SERIES = (
    "idx", "order", "tx", "spPr", "invertIfNegative", "pictureOptions", "marker", "explosion", "dPt", "dLbls",
    "trendline", "errBars", "cat", "xVal", "val", "yVal", "smooth", "shape", "bubbleSize", "bubble3D", "extLst",
)  # fmt: skip
