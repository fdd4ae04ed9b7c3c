"""Formulas of all families show right values to any reader, after the cells they stand on were edited by us."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import CellError, calculate, convert

# What the list holds when the formulas are computed; B3 is 1 when they are written, and edited to 40 afterwards.
ROWS = [
    ["Item", "Cost", "Kind", "Day"],
    ["tea", 10, "hot", "2026-01-05"],
    ["milk", 40, "cold", "2026-02-28"],
    ["rum", 25, "hot", "2026-03-01"],
    ["ice", 5, "cold", "2026-12-31"],
    ["pie", 20, "hot", "2024-02-29"],
]

PLAIN = {
    # arithmetic and mathematics
    "=B2+B3*2-B4/5": 85,
    "=B2^2%": 1.0471285480509,
    "=-B2": -10,
    "=SUM(B2:B6)": 100,
    "=SUM(B:B)-SUM(B2:B6)": 0,
    "=PRODUCT(B2,B5)": 50,
    "=SUMPRODUCT(B2:B6,B2:B6)": 2750,
    '=SUMPRODUCT(--(C2:C6="hot"),B2:B6)': 55,
    "=ROUND(B4/B3,1)": 0.6,
    "=ROUNDUP(B4/B3,1)": 0.7,
    "=MROUND(B4,10)": 30,
    "=CEILING.MATH(B4,10)": 30,
    "=FLOOR.PRECISE(B4,10)": 20,
    "=MOD(B4,B2)": 5,
    "=QUOTIENT(B4,B2)": 2,
    "=GCD(B2,B4)": 5,
    "=COMBINA(4,2)": 10,
    "=FACT(B5)": 120,
    "=SQRT(B3*B2)": 20,
    "=ABS(B5-B3)": 35,
    "=AGGREGATE(9,6,B2:B6)": 100,
    "=SUBTOTAL(109,B2:B6)": 100,
    '=SUMIF(C2:C6,"hot",B2:B6)': 55,
    '=SUMIFS(B2:B6,C2:C6,"cold",B2:B6,">10")': 40,
    "=BASE(B2,2)": "1010",
    '=DECIMAL("1A",16)': 26,
    "=BITAND(B2,B3)": 8,
    '=ROMAN(B2)&ARABIC("IV")': "X4",
    # statistics
    "=AVERAGE(B2:B6)": 20,
    '=AVERAGEIF(C2:C6,"cold",B2:B6)': 22.5,
    "=MEDIAN(B2:B6)": 20,
    "=MAX(B2:B6)-MIN(B2:B6)": 35,
    '=MAXIFS(B2:B6,C2:C6,"hot")': 25,
    '=MINIFS(B2:B6,C2:C6,"hot")': 10,
    "=LARGE(B2:B6,2)": 25,
    "=SMALL(B2:B6,2)": 10,
    "=RANK.EQ(B4,B2:B6)": 2,
    "=COUNT(A1:D6)": 10,
    "=COUNTA(A1:A9)": 6,
    "=COUNTBLANK(A1:A9)": 3,
    '=COUNTIF(B2:B6,">=20")': 3,
    '=COUNTIFS(C2:C6,"hot",B2:B6,">=20")': 2,
    "=STDEV.P(B2:B6)": 12.2474487139159,
    "=VAR.S(B2:B6)": 187.5,
    "=QUARTILE.INC(B2:B6,1)": 10,
    "=PERCENTILE.INC(B2:B6,0.5)": 20,
    "=NORM.S.DIST(0,TRUE)": 0.5,
    "=T.DIST.2T(0,5)": 1,
    "=CORREL(B2:B6,B2:B6)": 1,
    # logic
    '=IF(B3>B2,"more","less")': "more",
    '=IFS(B3>50,"a",B3>30,"b",TRUE,"c")': "b",
    '=SWITCH(C3,"hot",1,"cold",2,3)': 2,
    "=AND(B2>1,B3>1)": True,
    "=XOR(TRUE,TRUE)": False,
    '=IFERROR(B2/0,"none")': "none",
    '=IFNA(NA(),"na")': "na",
    "=ISNUMBER(A2)": False,
    # text
    '=A2&"-"&UPPER(A3)': "tea-MILK",
    '=TEXTJOIN(", ",TRUE,A2:A4)': "tea, milk, rum",
    "=CONCAT(A2:A3)": "teamilk",
    '=LEN(A3)+FIND("l",A3)': 7,
    '=SUBSTITUTE(A3,"m","s")': "silk",
    "=PROPER(A2)&MID(A3,2,2)": "Teail",
    '=TEXT(B3,"0.00")&TEXT(D2,"yyyy-mm")': "40.002026-01",
    '=VALUE("12")+NUMBERVALUE("1.234,5",",",".")': 1246.5,
    "=UNICHAR(65)&CHAR(66)": "AB",
    # dates
    "=YEAR(D2)*100+MONTH(D3)": 202602,
    "=D4-D3": 1,
    "=DAYS(D5,D4)": 305,
    "=EDATE(D6,12)-DATE(2025,2,28)": 0,
    "=EOMONTH(D2,1)-D3": 0,
    "=WEEKDAY(D2,2)": 1,
    "=ISOWEEKNUM(D2)": 2,
    "=NETWORKDAYS(D2,D3)": 40,
    '=DATEDIF(D6,D5,"y")': 2,
    # lookup
    '=VLOOKUP("milk",A2:C6,2,FALSE)': 40,
    "=INDEX(A2:A6,MATCH(MAX(B2:B6),B2:B6,0))": "milk",
    '=HLOOKUP("Kind",A1:D6,3,FALSE)': "cold",
    "=OFFSET(A1,2,1)": 40,
    '=INDIRECT("B"&3)': 40,
    "=CHOOSE(2,B2,B3)": 40,
    "=ROWS(A2:A6)*COLUMNS(A1:D1)": 20,
    # money
    "=ROUND(PMT(0.05/12,12,-1000),2)": 85.61,
    "=ROUND(NPV(0.1,B2:B4),2)": 60.93,
    "=ROUND(IRR({-100,60,60}),4)": 0.1307,
    "=SLN(B3,B2,3)": 10,
    # errors
    "=B2/0": "#DIV/0!",
    "=NA()": "#N/A",
    "=A2*2": "#VALUE!",
    "=SQRT(-B2)": "#NUM!",
    "=SUM(#REF!)": "#REF!",
    "=SUM(Sheet1!#REF!)": "#REF!",
}
NEWER = {
    '=XLOOKUP("milk",A2:A6,B2:B6)': 40,
    '=XLOOKUP("nope",A2:A6,B2:B6,"none")': "none",
    '=XLOOKUP(30,B2:B6,A2:A6,"",-1)': "rum",
    '=XLOOKUP("hot",C2:C6,A2:A6,"",0,-1)': "pie",
    '=SUM(XLOOKUP("rum",A2:A6,A2:B6))': 25,
    '=IFERROR(XLOOKUP("m*",A2:A6,B2:B6,,2),"lost")': 40,
    "=XMATCH(40,B2:B6)": 2,
    "=LET(x,B3,y,x*2,x+y)": 120,
    "=LET(costs,B2:B6,SUM(costs)/COUNT(costs))": 20,
    "=LET(f,LAMBDA(v,v*2),f(B3))": 80,
    "=LAMBDA(a,b,a-b)(B3,B2)": 30,
    '=SUM(FILTER(B2:B6,C2:C6="hot"))': 55,
    '=IFERROR(FILTER(B2:B6,B2:B6>99),"none")': "none",
    '=TEXTJOIN(",",TRUE,SORT(UNIQUE(C2:C6)))': "cold,hot",
    "=COUNTA(UNIQUE(C2:C6))": 2,
    "=SUM(SEQUENCE(B2))": 55,
    "=INDEX(SORTBY(A2:A6,B2:B6,-1),1)": "milk",
    "=REDUCE(0,B2:B6,LAMBDA(a,v,a+v*v))": 2750,
    "=SUM(MAP(B2:B6,LAMBDA(v,IF(v>20,v,0))))": 65,
    "=MAX(BYROW(B2:B6,LAMBDA(r,SUM(r)*2)))": 80,
    "=SUM(TAKE(B2:B6,2))": 50,
    "=SUM(DROP(B2:B6,-4))": 10,
    '=TEXTBEFORE("a-b-c","-")&TEXTAFTER("a-b-c","-",2)': "ac",
    "=SUM(VSTACK(B2:B3,B5))": 55,
    "=SUM(CHOOSECOLS(A2:B6,2))": 100,
    "=PERCENTOF(B2:B3,B2:B6)": 0.5,
    '=REGEXTEST(A3,"^m.*k$")': True,
    '=SUM(--REGEXTEST(A2:A6,"^[a-m]"))': 2,
    '=REGEXTEST("ABC","b",1)': True,
    '=REGEXEXTRACT("Q1-2026","\\d{4}")': "2026",
    '=TEXTJOIN("/",TRUE,REGEXEXTRACT("a1 b22","[a-z]\\d+",1))': "a1/b22",
    '=TEXTJOIN("/",TRUE,REGEXEXTRACT("Q1-2026","(\\w+)-(\\d+)",2))': "Q1/2026",
    '=REGEXEXTRACT(A2,"z")': "#N/A",
    '=REGEXREPLACE("tea 12","(\\w+) (\\d+)","$2x${1}")': "12xtea",
    '=REGEXREPLACE("a1b2c3","\\d","#",-1)': "a1b2c#",
}
ALL = {**PLAIN, **NEWER}


def same(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, float) or (isinstance(wanted, int) and not isinstance(wanted, bool)):
        return isinstance(value, int | float) and abs(value - wanted) < 1e-9 * max(1, abs(wanted))
    return value == wanted and type(value) in (type(wanted), CellError)


@pytest.fixture
def computed(do: Any) -> str:
    do.create_workbook(path="n.xlsx", rows=[[1 if value == 40 else value for value in row] for row in ROWS])
    do.write_range(path="n.xlsx", start="F1", values=[[formula] for formula in ALL])
    do.write_range(path="n.xlsx", start="B3", values=[[40]])
    return "n.xlsx"


def test_a_reader_that_never_calculates_sees_right_values(computed: str, root: Path, plain_values: Any) -> None:
    seen = [row[5] for row in plain_values(root / computed)]
    wrong = [(formula, value, wanted) for (formula, wanted), value in zip(ALL.items(), seen, strict=True)
             if not same(value, wanted)]  # fmt: skip
    assert len(ALL) > 90
    assert wrong == []


def test_libreoffice_computes_the_same(computed: str, root: Path) -> None:
    """After a conversion, from its own file: what it holds there is what it computes itself."""
    convert(root / computed, root / "n.ods")
    seen = calculate(root / "n.ods")["Sheet1"]
    # A reference into a sheet that is written but gone is read as a name by LibreOffice.
    found = {formula: seen[f"F{row}"] for row, formula in enumerate(PLAIN, 1) if "!#REF!" not in formula}
    assert [(formula, value) for formula, value in found.items() if not same(value, PLAIN[formula])] == []


def test_formulas_spill(do: Any, root: Path, parts: Any, plain_values: Any) -> None:
    do.create_workbook(path="s.xlsx", rows=ROWS)
    done = do.write_range(
        path="s.xlsx",
        start="F1",
        values=[['=SORT(FILTER(A2:B6,C2:C6="hot"),2,-1)', None, "=COUNTA(F1#)", '=XLOOKUP("ice",A2:A6,A2:C6)']],
    )
    assert done.warnings == []
    rows = [row[5:] for row in plain_values(root / "s.xlsx")]
    assert rows[:3] == [["rum", 25, 6, "ice", 5, "cold"], ["pie", 20, *[None] * 4], ["tea", 10, *[None] * 4]]
    assert b'ref="F1:G3"' in parts(root / "s.xlsx")["xl/worksheets/sheet1.xml"]
    assert do.read_range(path="s.xlsx", range="F1:H1", show="formulas").rows == [
        ['=SORT(FILTER(A2:B6,C2:C6="hot"),2,-1)', 25, "=COUNTA(F1#)"]
    ]
    do.write_range(path="s.xlsx", start="C2", values=[["cold"]])
    rows = [row[5:8] for row in plain_values(root / "s.xlsx")]
    assert rows[:3] == [["rum", 25, 4], ["pie", 20, None], [None, None, None]]
    do.insert_rows(path="s.xlsx", row=2)
    rows = [row[5:8] for row in plain_values(root / "s.xlsx")]
    assert rows[:3] == [["rum", 25, 4], ["pie", 20, None], [None, None, None]]
    assert do.check_workbook(path="s.xlsx", kinds=["error", "stale", "broken_reference"]).items == []


def test_what_lies_in_the_way_of_a_spill(do: Any) -> None:
    from deskworld_kit import ToolError

    do.create_workbook(path="s.xlsx", rows=[["=SEQUENCE(3)"], [None], ["here"]])
    assert do.read_range(path="s.xlsx").rows[0] == ["#SPILL!"]
    do.clear_range(path="s.xlsx", range="A3")
    assert do.read_range(path="s.xlsx").rows == [[1], [2], [3]]
    with pytest.raises(ToolError, match="A1 fills A1:A3"):
        do.write_range(path="s.xlsx", start="A2", values=[[7]])
    do.write_range(path="s.xlsx", start="A1", values=[["=SEQUENCE(2)*10"]])
    assert do.read_range(path="s.xlsx").rows == [[10], [20]]
    do.clear_range(path="s.xlsx", range="A1")
    assert do.read_range(path="s.xlsx").rows == []


def test_names_of_let_must_be_names(do: Any) -> None:
    from deskworld_kit import ToolError

    for formula, why in (("=LET(A1,2,A1)", "no name"), ("=LET(x,2)", "pairs")):
        with pytest.raises(ToolError, match=why):
            do.create_workbook(path="l.xlsx", rows=[[formula]])


def test_what_nothing_here_computes_keeps_its_value_and_is_named(do: Any) -> None:
    done = do.create_workbook(path="r.xlsx", rows=[["=RANDARRAY(2)", "=1+1"]])
    assert "Sheet1!A1" in done.warnings[0] and "not computed" in done.warnings[0]
    assert do.read_range(path="r.xlsx").rows == [[None, 2]]


def test_spilled_values_are_seen(do: Any, root: Path) -> None:
    """In pictures, in PDF and in other formats, whatever LibreOffice knows of the function; beside a pivot too."""
    do.create_workbook(path="v.xlsx", rows=[*ROWS, [None], ["=SORT(A2:A4)", '=FILTER(B2:B6,C2:C6="cold")']])
    do.create_pivot(path="v.xlsx", source="Sheet1!A1:D6", rows=["Kind"], values=["sum of Cost"])
    do.write_range(path="v.xlsx", start="B2", values=[[11]])
    convert(root / "v.xlsx", root / "v.csv")
    lines = (root / "v.csv").read_text().splitlines()
    assert [line.split(",")[:2] for line in lines[7:10]] == [["milk", "40"], ["rum", "5"], ["tea", ""]]
    assert do.refresh_pivot(path="v.xlsx", sheet="Pivot").warnings == []
