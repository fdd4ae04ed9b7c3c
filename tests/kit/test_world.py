"""State: images, the clock, ids, transactions, and that two worlds share nothing."""

import sqlite3
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from deskworld_kit import World
from deskworld_kit.pages import page_query
from deskworld_kit.planting import make_image, plant
from deskworld_toy import server
from deskworld_toy.tables import Note
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def add(world: World, text: str) -> str:
    with world.write() as session:
        row = Note(id=world.next_id(session, "note"), text=text, written_at=world.now())
        session.add(row)
    return row.id


def texts(world: World) -> list[str]:
    with world.read() as session:
        return [row.text for row in session.exec(select(Note).order_by(Note.id))]


def test_image_round_trip(world: World, tmp_path: Path) -> None:
    add(world, "日本 \0 {}")
    image = world.image()
    with World.from_image(image, tmp_path / "other") as copy:
        assert texts(copy) == ["日本 \0 {}"]
        assert copy.now() == world.now()
        assert copy.image() == image
        assert [add(copy, "b"), add(world, "b")] == ["note_2", "note_2"]
        assert copy.image() == world.image(), "the same calls on the same image give the same bytes"


def test_worlds_of_one_image_share_nothing(world: World, tmp_path: Path) -> None:
    image = world.image()
    with World.from_image(image, tmp_path / "a") as a, World.from_image(image, tmp_path / "b") as b:
        add(a, "only in a")
        with a.write() as session:
            session.add(Note(id="x", text="waits", written_at=NOON))
            session.flush()
            add(b, "only in b")
        assert (texts(a), texts(b), texts(world)) == (["only in a", "waits"], ["only in b"], [])
        assert a.workspace.root != b.workspace.root
    assert world.image() == image


def test_image_of_a_world_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new/folder/world.sqlite"
    with World.create(tmp_path / "w", [server], url=url, now=NOON) as world:
        add(world, "kept")
        with World.from_image(world.image(), tmp_path / "v") as copy:
            assert texts(copy) == ["kept"]
    with World.create(tmp_path / "w", [server], url=url) as again:
        assert texts(again) == ["kept"]
        assert add(again, "next") == "note_2"


def test_the_clock_moves_by_writes_only(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/world.sqlite"
    with World.create(tmp_path / "w", [server], url=url, now=NOON) as world:
        assert world.now() == NOON
        texts(world), world.image(), world.now()
        with pytest.raises(ZeroDivisionError), world.write():
            raise ZeroDivisionError
        assert world.now() == NOON
        add(world, "a")
        assert world.now() == NOON.replace(second=1)
        with world.write(), world.write():
            add(world, "b")
        assert world.now() == NOON.replace(second=2), "a nested write is part of the outer one"
    with World.create(tmp_path / "w", [server], url=url, now=NOON) as again:
        assert again.now() == NOON.replace(second=2), "opening a world takes no time"
        again.set_now(NOON.replace(hour=13))
        assert again.now() == NOON.replace(hour=13)
    with pytest.raises(ValueError, match="must be aware"):
        World(tmp_path / "w", now=datetime(2026, 1, 1))


def at_a_desk(tmp_path: Path, clock: list[datetime]) -> World:
    """A person's world, as a server opens it; `clock` holds the real time."""
    url = f"sqlite:///{tmp_path}/world.sqlite"
    world = World(tmp_path / "w", url=url, real_time=lambda: clock[0])
    plant(world, [server], None)
    return world


def test_at_a_desk_the_clock_goes_with_the_real_time(tmp_path: Path) -> None:
    clock = [NOON.replace(microsecond=900_000).astimezone(timezone(timedelta(hours=9)))]
    with at_a_desk(tmp_path, clock) as world, at_a_desk(tmp_path, clock) as other:
        assert world.now() == other.now() == NOON
        for late, one in enumerate((world, other, world), start=1):
            clock[0] = NOON.replace(day=3 + late)
            assert one.now() == clock[0]
            add(one, f"on day {3 + late}")
        clock[0] = NOON  # somebody sets the machine's clock back
        assert world.now() == other.now() == NOON.replace(day=6)
        add(other, "later all the same")
        assert world.now() == NOON.replace(day=6, second=1)
        with other.write():
            assert other.now() == NOON.replace(day=6, second=2), "a write has one moment"
            clock[0] = NOON.replace(day=7)
            assert other.now() == NOON.replace(day=6, second=2)
        world.set_now(NOON)
        assert world.now() == NOON.replace(day=7), "it can't be put back"
        for text in "abc":
            add(world, text)
        with world.read() as session:
            stamps = list(session.exec(select(Note.written_at).order_by(Note.id)))
        assert stamps == sorted(set(stamps)), "no two writes have one second"
        clock[0] = NOON.replace(day=8)
        assert world.now() == clock[0], "a burst that ran ahead is caught up with"
        image = world.image()
        with World.from_image(image, tmp_path / "v") as copy:
            assert copy.now() == NOON.replace(day=7, second=3), "an image in memory stands still"
            add(copy, "d")
            assert copy.now() == NOON.replace(day=7, second=4)


def test_who_says_when_it_is_gets_a_clock_that_waits(tmp_path: Path) -> None:
    """A trial and an invented life: whoever opens the file later, and however."""
    for name, life in (("now", {"now": NOON}), ("seed", {"seed": 7})):
        url = f"sqlite:///{tmp_path}/{name}.sqlite"
        with World.create(tmp_path / "w", [server], url=url, **life) as world:
            start = world.now()
        assert start.year == NOON.year and start.month == NOON.month
        with World.create(tmp_path / "w", [server], url=url) as again:
            assert again.now() == start
            add(again, "a")
            assert again.now() == start + timedelta(seconds=1)
    image = tmp_path / "image.sqlite"
    image.write_bytes(make_image([server]))
    with World(tmp_path / "w", url=f"sqlite:///{image}", real_time=lambda: NOON.replace(year=2040)) as trial:
        assert trial.now().year < 2040


def test_a_world_of_an_older_kit_is_opened(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "world.sqlite") as old:
        old.execute("CREATE TABLE kit_clock (id INTEGER NOT NULL PRIMARY KEY, now VARCHAR(32) NOT NULL)")
        old.execute("INSERT INTO kit_clock VALUES (1, '2026-03-02T12:00:00Z')")
    for number in range(2):
        with World.create(tmp_path / "w", [server], url=f"sqlite:///{tmp_path}/world.sqlite") as world:
            assert world.now() == NOON.replace(second=number)
            add(world, "a")


def test_ids_are_in_sequence(world: World) -> None:
    assert [add(world, "a"), add(world, "b")] == ["note_1", "note_2"]
    with world.write() as session:
        assert [world.next_id(session, noun) for noun in ("note", "other", "note")] == ["note_3", "other_1", "note_4"]


def test_an_undone_write_gives_its_ids_back(world: World) -> None:
    """Nobody has seen them, and a refused call must leave no trace: not even in the bytes."""
    before = world.image()

    def add_it_twice() -> None:
        with world.write() as session:
            number = world.next_id(session, "note")
            session.add(Note(id=number, text="a", written_at=NOON))
            session.flush()
            session.connection().execute(Note.__table__.insert().values(id=number, tags=[], written_at=NOON))

    with pytest.raises(IntegrityError):
        add_it_twice()
    assert world.image() == before
    assert add(world, "b") == "note_1"


def test_a_deleted_row_s_id_is_not_given_again(world: World) -> None:
    add(world, "a")
    with world.write() as session:
        session.delete(session.exec(select(Note)).one())
    assert add(world, "b") == "note_2"


def test_nested_writes_are_one(world: World) -> None:
    with pytest.raises(ZeroDivisionError), world.write():  # noqa: PT012
        add(world, "inner")
        assert texts(world) == ["inner"], "it sees its own rows"
        raise ZeroDivisionError
    assert texts(world) == []


def test_reading_leaves_the_bytes_alone(world: World) -> None:
    add(world, "a")
    before = world.image()
    with world.read() as session:
        row = session.exec(select(Note)).one()
        row.text = "changed in passing"
        session.add(row)
        session.flush()
        page_query(session, select(Note).order_by(Note.id), lambda n: n.text)
        with pytest.raises(RuntimeError, match="can't begin inside a read"), world.write():
            pass
    assert world.image() == before
    assert row.text == "changed in passing", "what was read stays readable"


def test_threads_wait_for_each_other(world: World) -> None:
    threads = [threading.Thread(target=add, args=(world, str(n))) for n in range(8)]
    with world.write():
        for thread in threads:
            thread.start()
        add(world, "first")
    for thread in threads:
        thread.join()
    assert sorted(texts(world)) == sorted(["first", *map(str, range(8))])
    with world.read() as session:
        assert session.get(Note, "note_1").text == "first"


def test_a_closed_world_says_so(world: World) -> None:
    world.close()
    world.close()
    for use in (world.now, world.image, lambda: add(world, "a")):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_a_world_without_tables_never_opens_its_database(tmp_path: Path) -> None:
    from deskworld_workshop import server as workshop

    with World.create(tmp_path / "w", [workshop], url=f"sqlite:///{tmp_path}/world.sqlite", seed=7):
        assert not (tmp_path / "world.sqlite").exists()


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/x", "sqlite", "://", "postgres://x"])
def test_urls_that_are_no_world(tmp_path: Path, url: str) -> None:
    with pytest.raises(ValueError, match="write sqlite:///FILE or postgresql://"):
        World.create(tmp_path / "w", [server], url=url)
