"""The diff, the rows and the hash of worlds, with values worked by hand."""

import sqlite3
from typing import Any

import pytest
from deskworld_verifiers import diff, rows, state_hash
from hypothesis import given
from hypothesis import strategies as st
from verifiers.worlds import METADATA, START, image, order

TEXT = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20)


def test_each_way_to_change_is_told_apart():
    after = image({"shop_person": [("person_1", "Anna", 0), ("person_3", "Cy", 0)]}, without=(("shop_line", "line_1"),))
    changes = diff(image(), after, METADATA)
    assert changes.tables == ["shop_line", "shop_person"]
    assert changes.added("shop_person") == [{"id": "person_3", "name": "Cy", "seen": 0}]
    assert changes.removed("shop_person") == changes.added("shop_line") == changes.changed("shop_line") == []
    assert changes.removed("shop_line") == [{"id": "line_1", "order": "order_1", "item": "tea"}]
    (change,) = changes.changed("shop_person")
    assert (change.key, change.columns) == (("person_1",), ("name",))
    assert str(change) == "shop_person[person_1] changed: name: 'Ann' -> 'Anna'"


def test_an_ignored_column_is_no_change_and_a_comma_is_one():
    assert not diff(image(), image({"shop_person": [("person_1", "Ann", 99)]}), METADATA)
    commas = image({"shop_order": [("order_1", "person_1", "2026-03-02T09:00:00Z", 10.0, "leave, at the door")]})
    assert [change.columns for change in diff(image(), commas, METADATA)] == [("note",)]


def test_json_is_compared_by_meaning():
    spelled = image({"shop_setting": [("airplane_mode", '{"by":"user",   "on": false}')]})
    assert not diff(image(), spelled, METADATA)
    assert state_hash(spelled, METADATA) == state_hash(image(), METADATA)
    meant = image({"shop_setting": [("airplane_mode", '{"by": "user", "on": true}')]})
    (change,) = diff(image(), meant, METADATA)
    assert (change.before, change.after) == (
        {"name": "airplane_mode", "value": {"on": False, "by": "user"}},
        {"name": "airplane_mode", "value": {"on": True, "by": "user"}},
    )


def test_null_differs_from_empty():
    assert diff(image(), image({"shop_person": [("person_1", None, 0)]}), METADATA).changed("shop_person")


def test_the_worlds_own_tables_are_left_out():
    connection = sqlite3.connect(":memory:")
    connection.deserialize(image())
    connection.executescript("CREATE TABLE kit_clock (now TEXT); INSERT INTO kit_clock VALUES ('later')")
    assert not diff(image(), connection.serialize(), METADATA)
    assert state_hash(connection.serialize(), METADATA) == state_hash(image(), METADATA)


def test_tables_that_nobody_declared_compare_exactly():
    connection = sqlite3.connect(":memory:")
    connection.deserialize(image())
    connection.executescript("CREATE TABLE foreign_log (said TEXT); INSERT INTO foreign_log VALUES ('a')")
    before = connection.serialize()
    connection.executescript("INSERT INTO foreign_log VALUES ('a')")
    assert [str(change) for change in diff(before, connection.serialize(), METADATA)] == [
        "foreign_log[2] added: said='a'"
    ]
    assert diff(image(), before, METADATA).tables == ["foreign_log"]
    assert state_hash(before, METADATA) != state_hash(connection.serialize(), METADATA)


def test_composite_keys():
    changes = diff(image(), image({"shop_mark": [("order_1", "late")]}), METADATA)
    assert [change.key for change in changes] == [("order_1", "late")]


def test_questions_of_a_diff():
    changes = diff(image(), image({"shop_person": [("person_3", "Cy", 0)], "shop_line": [("line_2", "order_1", "x")]}))
    assert changes.outside(["shop_line"]).tables == ["shop_person"]
    assert changes.within("shop_line").tables == ["shop_line"]
    assert not changes.outside(["shop_line", "shop_person"])


def test_rows_are_python_values_and_a_strange_table_is_refused():
    assert rows(image(), "shop_setting", METADATA) == [{"name": "airplane_mode", "value": {"on": False, "by": "user"}}]
    with pytest.raises(KeyError, match="shop_person"):
        rows(image(), "shop_people", METADATA)


def test_hash_knows_neither_order_of_writing_nor_ignored_columns():
    turned = {table: items[::-1] for table, items in START.items()}
    assert state_hash(image(start=turned), METADATA) == state_hash(image(), METADATA)
    assert state_hash(image({"shop_person": [("person_1", "Ann", 7)]}), METADATA) == state_hash(image(), METADATA)
    assert state_hash(image({"shop_person": [("person_1", "Anne", 0)]}), METADATA) != state_hash(image(), METADATA)
    assert state_hash(image({"shop_order": [order(2)]}), METADATA) != state_hash(image(), METADATA)


def test_hash_is_the_same_on_every_machine():
    """A recorded value: a change of it makes all recorded hashes worthless, so it must be meant."""
    assert state_hash(image(), METADATA) == "6692b95e5914c79dacb4e02c9e9b9f22048f23a50abd4c43e61ea2ddfa713242"


@given(names=st.lists(TEXT | st.none(), max_size=6))
def test_nothing_differs_from_itself_and_one_edit_is_seen(names: list[str | None]):
    people = {"shop_person": [(f"person_{n}", name, n) for n, name in enumerate(names)]}
    world = image(people, start={})
    # Written anew, so that the bytes need not be the same object.
    assert not diff(world, image(people, start={}), METADATA)
    assert state_hash(world, METADATA) == state_hash(image(people, start={}), METADATA)
    if names:
        edited = image(people, {"shop_person": [("person_0", f"{names[0]}!", 0)]}, start={})
        assert [change.key for change in diff(world, edited, METADATA)] == [("person_0",)]
        assert state_hash(edited, METADATA) != state_hash(world, METADATA)


def test_columns_of_the_kit_say_how_they_compare():
    from datetime import UTC, datetime

    from deskworld_kit.columns import Instant, column
    from sqlalchemy import MetaData
    from sqlmodel import Field, Session, SQLModel, create_engine

    class Base(SQLModel):
        metadata = MetaData()

    class Note(Base, table=True):
        id: str = Field(primary_key=True)
        at: datetime = column(sa_type=Instant)
        seen: int = column(compare="ignored", default=0)

    def world(**values: Any) -> bytes:
        connection = sqlite3.connect(":memory:")
        engine = create_engine("sqlite://", creator=lambda: connection)
        Base.metadata.create_all(engine)
        with Session(engine) as session:
            session.add(Note.model_validate({"id": "note_1", "at": datetime(2026, 3, 2, 9, tzinfo=UTC), **values}))
            session.commit()
        return connection.serialize()

    assert rows(world(), "note", Base.metadata)[0]["at"] == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert not diff(world(), world(seen=5), Base.metadata)
    assert str(diff(world(), world(at=datetime(2026, 3, 2, 10, tzinfo=UTC)), Base.metadata)[0]) == (
        "note[note_1] changed: at: 2026-03-02T09:00:00+00:00 -> 2026-03-02T10:00:00+00:00"
    )


def test_importing_costs_nothing():
    import subprocess
    import sys

    code = "import sys, deskworld_verifiers; print({'scipy', 'sqlalchemy', 'pydantic', 'numpy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
