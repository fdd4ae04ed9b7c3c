"""What stands on the score sheets, row by row as printed: sheet, number, the roster's ID of that pupil (empty for one who
is not on it), name as printed, the three parts (None where nothing can be read), and what is wrong with the row.

smudged: a blot; struck: two figures, both crossed out; empty: nothing was entered; above: more points than there are.
"""

SCAN, ROSTER, BOOK = "exam/score-sheets.pdf", "exam/roster.xlsx", "out/exam-scores.xlsx"
MOST = (30, 30, 40)
PASS_MARK = 50
PRINTED = [
    (1, 1, "T309", "Rossi, Gia", 19, None, 25, "struck"),
    (1, 2, "T317", "Patel, Omar", 19, 22, 23, ""),
    (1, 3, "T323", "Kaur, Uma", 18, 21, 21, ""),
    (1, 4, "T305", "Farouk, Dalia", 30, 28, 36, ""),
    (1, 5, "T302", "Castro, Amir", 23, 23, 33, ""),
    (1, 6, "T304", "Acosta, Carmen", 27, 25, 33, ""),
    (1, 7, "T319", "Weber, Quinn", 17, 13, 19, ""),
    (1, 8, "T312", "Young, Jade", 21, 21, 23, ""),
    (2, 9, "", "Olsen, Viggo", 21, 17, 28, ""),
    (2, 10, "T320", "Garcia, Rosa", 16, 14, 20, ""),
    (2, 11, "T318", "Dahl, Petra", 15, 16, 25, ""),
    (2, 12, "T315", "Reyes, Malik", 11, 10, 18, ""),
    (2, 13, "T314", "Fuchs, Lena", 26, None, 27, "smudged"),
    (2, 14, "T306", "Nakamura, Eli", 12, 12, 17, ""),
    (2, 15, "T324", "Meyer, Zane", 16, 14, 19, ""),
    (2, 16, "T301", "Castro, Ada", 14, 18, 22, ""),
    (3, 17, "T308", "Ericksen, Finn", 27, 22, 34, ""),
    (3, 18, "T307", "Hasan, Farah", 16, 16, 17, ""),
    (3, 19, "T321", "Lund, Soren", 18, 20, 29, ""),
    (3, 20, "T322", "Zeller, Tala", 29, 26, None, "empty"),
    (3, 21, "T303", "Bergstrom, Bjorn", 23, 22, 30, ""),
    (3, 22, "T313", "Mbeki, Kofi", 37, 28, 39, "above"),
    (3, 23, "T310", "Ito, Hana", 30, 30, 34, ""),
    (3, 24, "T311", "Silva, Ines", 18, 20, 29, ""),
]  # fmt: skip
