"""Golden against actual: rows matched by what they hold, and the scores worked by hand."""

import pytest
from deskworld_verifiers import compare, entity_f1
from verifiers.worlds import METADATA, Rows, image, order


def against(golden: bytes, actual: bytes, **options: object):
    return compare(image(), golden, actual, METADATA, **options)  # pyright: ignore[reportArgumentType]


def said(golden: bytes, actual: bytes, **options: object) -> list[str]:
    return [str(difference) for difference in against(golden, actual, **options).differences]


def test_two_rows_made_in_the_other_order_are_the_same():
    golden = image({"shop_person": [("person_3", "Cy", 1), ("person_4", "Di", 2)]})
    actual = image({"shop_person": [("person_3", "Di", 3), ("person_4", "Cy", 4)]})
    found = against(golden, actual)
    assert found.same
    assert (found.score.precision, found.score.recall, found.score.f1) == (1.0, 1.0, 1.0)


def test_an_extra_row_costs_precision_alone():
    golden = image({"shop_person": [("person_3", "Cy", 0)]})
    actual = image({"shop_person": [("person_3", "Di", 0), ("person_4", "Cy", 0)]})
    assert said(golden, actual) == ["extra: shop_person[person_3] added: name='Di'"]
    score = entity_f1(image(), golden, actual, METADATA)
    assert (score.precision, score.recall) == (0.5, 1.0)
    assert score.f1 == pytest.approx(2 / 3)


def test_a_missing_row_costs_recall_alone():
    golden = image({"shop_person": [("person_3", "Cy", 0), ("person_4", "Di", 0), ("person_5", "Ed", 0)]})
    actual = image({"shop_person": [("person_3", "Ed", 0)]})
    assert said(golden, actual) == [
        "missing: shop_person[person_3] added: name='Cy'",
        "missing: shop_person[person_4] added: name='Di'",
    ]
    score = entity_f1(image(), golden, actual, METADATA)
    assert (score.precision, score.recall) == (1.0, pytest.approx(1 / 3))
    assert score.f1 == pytest.approx(0.5)


def test_a_score_worked_by_hand():
    """One new order of four compared columns: due is wrong, the note shares 2 of 3 and 4 words (F 4/7)."""
    golden = image({"shop_order": [order(2, note="ring the bell")]})
    actual = image({"shop_order": [order(2, due="2026-04-02T08:00:00Z", note="please ring the door")]})
    # person 1, due 0, total 1, note 2*2/(3+4)
    agreement = (1 + 0 + 1 + 4 / 7) / 4
    score = entity_f1(image(), golden, actual, METADATA)
    assert (score.matched, score.expected, score.actual) == (pytest.approx(agreement), 1, 1)
    assert score.f1 == pytest.approx(agreement)
    assert said(golden, actual) == [
        "wrong: shop_order[order_2] due is '2026-04-02T08:00:00Z', not '2026-04-01T08:00:00Z'"
    ]


def test_ids_inside_rows_follow_the_match():
    golden = image(
        {"shop_person": [("person_3", "Cy", 0), ("person_4", "Di", 0)], "shop_order": [order(2, "person_4")]}
    )
    same = image({"shop_person": [("person_3", "Di", 0), ("person_4", "Cy", 0)], "shop_order": [order(2, "person_3")]})
    wrong = image({"shop_person": [("person_3", "Di", 0), ("person_4", "Cy", 0)], "shop_order": [order(2, "person_4")]})
    assert against(golden, same).same
    assert said(golden, wrong) == ["wrong: shop_order[order_2] person is 'person_4', not 'person_3'"]


def test_a_row_that_names_a_missing_one_is_wrong_though_the_id_is_spelled_the_same():
    golden = image({"shop_person": [("person_3", "Cy", 0)], "shop_order": [order(2, "person_3")]})
    actual = image({"shop_order": [order(2, "person_3")]})
    assert [difference.what for difference in against(golden, actual).differences] == ["missing", "wrong"]


def test_a_changed_foreign_key_on_an_old_row():
    golden = image(
        {"shop_person": [("person_3", "Cy", 0)], "shop_line": [("line_1", "order_2", "tea")], "shop_order": [order(2)]}
    )
    actual = image({"shop_person": [("person_3", "Cy", 0)], "shop_line": [("line_1", "order_3", "tea")],
                    "shop_order": [order(3)]})  # fmt: skip
    assert against(golden, actual).same
    stale = image({"shop_person": [("person_3", "Cy", 0)], "shop_order": [order(2)]})
    assert said(golden, stale) == ["missing: shop_line[line_1] changed: order: 'order_1' -> 'order_2'"]


def test_twins_are_told_apart_by_their_children():
    def shop(first: str, second: str) -> bytes:
        lines: Rows = {"shop_line": [("line_2", "order_2", first), ("line_3", "order_3", second)]}
        marks: Rows = {"shop_mark": [("order_2", first[:1]), ("order_3", second[:1])]}
        return image({"shop_order": [order(2), order(3)]}, lines, marks)

    assert against(shop("milk", "rice"), shop("rice", "milk")).same
    found = against(shop("milk", "rice"), shop("rice", "beer"))
    assert found.differences
    assert all(difference.table in ("shop_line", "shop_mark") for difference in found.differences)


def test_ids_in_json_and_undeclared_ones_follow_too():
    golden = image({"shop_person": [("person_3", "Cy", 0), ("person_4", "Di", 0)],
                    "shop_setting": [("vips", '["person_3", {"best": "person_4"}]')]})  # fmt: skip
    same = image({"shop_person": [("person_3", "Di", 0), ("person_4", "Cy", 0)],
                  "shop_setting": [("vips", '["person_4", {"best": "person_3"}]')]})  # fmt: skip
    wrong = image({"shop_person": [("person_3", "Di", 0), ("person_4", "Cy", 0)],
                   "shop_setting": [("vips", '["person_3", {"best": "person_4"}]')]})  # fmt: skip
    assert against(golden, same).same
    assert [difference.table for difference in against(golden, wrong).differences] == ["shop_setting"]


def test_a_key_that_means_something_is_compared_as_such():
    golden = image({"shop_setting": [("volume", "3")]})
    assert said(golden, image({"shop_setting": [("volum", "3")]})) == [
        "missing: shop_setting[volume] added: value=3",
        "extra: shop_setting[volum] added: value=3",
    ]
    assert said(golden, image({"shop_setting": [("volume", "4")]})) == ["wrong: shop_setting[volume] value is 4, not 3"]


def test_changes_to_old_rows():
    golden = image({"shop_person": [("person_1", "Anna", 0)]}, without=(("shop_line", "line_1"),))
    assert against(golden, golden).same
    assert said(golden, image()) == [
        "missing: shop_line[line_1] removed: order='order_1', item='tea'",
        "missing: shop_person[person_1] changed: name: 'Ann' -> 'Anna'",
    ]
    other = image({"shop_person": [("person_2", "Anna", 0)], "shop_line": [("line_1", "order_1", "")]})
    score = entity_f1(image(), golden, other, METADATA)
    assert (score.matched, score.expected, score.actual, score.f1) == (0.0, 2, 2, 0.0)


@pytest.mark.parametrize(
    ("column", "value", "same"),
    [
        ("due", "2026-04-01T10:00:00+02:00", True),
        ("due", "2026-04-01T08:00:01Z", False),
        ("due", "soon", False),
        ("due", None, False),
        ("total", 5.04, True),
        ("total", 5.06, False),
        ("note", "ring the big bell", True),  # 2*3/(3+4) = 0.86
        ("note", "ring him up please", False),  # 2*1/(3+4) = 0.29
        ("note", "", False),
        ("person", "person_2", False),
    ],
)
def test_each_rule(column: str, value: object, same: bool):
    names = ["id", "person", "due", "total", "note"]
    golden = order(2, note="ring the bell")
    actual = tuple(value if name == column else old for name, old in zip(names, golden, strict=True))
    found = against(image({"shop_order": [golden]}), image({"shop_order": [actual]}))
    assert found.same is same
    assert [set(difference.columns) for difference in found.differences] == ([] if same else [{column}])


def test_a_task_may_compare_otherwise_and_fewer():
    golden = image({"shop_order": [order(2, note="a b c")], "shop_person": [("person_1", "Ann", 5)]})
    actual = image({"shop_order": [order(2, note="x y z")], "shop_person": [("person_1", "Ann", 6)]})
    assert [set(one.columns) for one in against(golden, actual).differences] == [{"note"}]
    assert against(golden, actual, rules={"shop_order.note": "ignored"}).same
    assert against(golden, actual, tables=["shop_person"]).same
    strict = against(golden, actual, rules={"shop_order.note": "ignored", "shop_person.seen": "exact"})
    assert [str(one) for one in strict.differences] == ["wrong: shop_person[person_1] seen is 6, not 5"]
    with pytest.raises(KeyError, match=r"shop_order\.remark"):
        against(golden, actual, rules={"shop_order.remark": "ignored"})


def test_nothing_to_do_and_nothing_done_is_perfect_and_anything_done_is_not():
    assert entity_f1(image(), image(), image(), METADATA).f1 == 1.0
    done = entity_f1(image(), image(), image({"shop_person": [("person_3", "Cy", 0)]}), METADATA)
    assert (done.precision, done.recall, done.f1) == (0.0, 0.0, 0.0)
    undone = entity_f1(image(), image({"shop_person": [("person_3", "Cy", 0)]}), image(), METADATA)
    assert (undone.precision, undone.recall, undone.f1) == (0.0, 0.0, 0.0)


def test_many_rows_stay_quick():
    def crowd(first: int, wrong: int) -> bytes:
        return image({"shop_order": [order(first + n, total=float(n), note=f"note number {n}" if n != wrong else "?")
                                     for n in range(600)]})  # fmt: skip

    found = against(crowd(2, -1), crowd(1000, 300))
    assert [set(one.columns) for one in found.differences] == [{"note"}]


def test_a_row_whose_key_is_another_rows_id():
    people: Rows = {"shop_person": [("person_3", "Cy", 0), ("person_4", "Di", 0)]}
    turned: Rows = {"shop_person": [("person_3", "Di", 0), ("person_4", "Cy", 0)]}
    golden = image(people, {"shop_badge": [("person_3", "red"), ("person_1", "blue")]})
    assert against(golden, image(turned, {"shop_badge": [("person_4", "red"), ("person_1", "blue")]})).same
    assert said(golden, image(turned, {"shop_badge": [("person_3", "red"), ("person_1", "blue")]})) == [
        "wrong: shop_badge[person_3] person is 'person_3', not 'person_4'"
    ]
    assert said(golden, image(turned, {"shop_badge": [("person_4", "red"), ("person_2", "blue")]})) == [
        "wrong: shop_badge[person_2] person is 'person_2', not 'person_1'"
    ]


def test_counting_ids_and_rows_that_name_their_own_kind():
    golden = image({"shop_visit": [(1, "bank", None), (2, "shop", 1), (3, "home", 2)]})
    same = image({"shop_visit": [(5, "home", 7), (6, "bank", None), (7, "shop", 6)]})
    wrong = image({"shop_visit": [(5, "home", 6), (6, "bank", None), (7, "shop", 6)]})
    assert against(golden, same).same
    assert said(golden, wrong) == ["wrong: shop_visit[5] after is 6, not 7"]


def test_new_rows_with_little_in_common_are_one_missing_and_one_extra():
    golden = image({"shop_order": [order(2, note="ring the bell")]})
    actual = image({"shop_order": [order(2, "person_2", due="2027-01-01T00:00:00Z", note="come round the back")]})
    assert [difference.what for difference in against(golden, actual).differences] == ["missing", "extra"]
    # total 1, note 2*1/(3+4)
    assert against(golden, actual).score.matched == pytest.approx((1 + 2 / 7) / 4)


def test_a_row_that_should_be_gone_but_was_edited():
    golden = image(without=(("shop_line", "line_1"),))
    assert against(golden, golden).score.f1 == 1.0
    edited = against(golden, image({"shop_line": [("line_1", "order_1", "rum")]}))
    assert [str(difference) for difference in edited.differences] == [
        "missing: shop_line[line_1] removed: order='order_1', item='tea'",
        "extra: shop_line[line_1] changed: item: 'tea' -> 'rum'",
    ]
    assert edited.score.f1 == 0.0
