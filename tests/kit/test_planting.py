"""The invented life: the same seed gives the same rows, whoever else lives in the world; and the task's own rows."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server, World, find_servers
from deskworld_kit.life import BY_KEY, CAST, ME, TODAY
from deskworld_kit.planting import add_rows, make_image
from deskworld_toy import server
from sqlalchemy import MetaData, create_engine, text

Rows = dict[str, list[tuple[Any, ...]]]


def rows_of(servers: list[Server], prefix: str = "", seed: int = 7) -> Rows:
    """What is in the tables of a freshly planted world."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/world.sqlite"
        World.create(Path(folder), servers, url=url, seed=seed).close()
        engine, tables = create_engine(url), MetaData()
        tables.reflect(engine)
        with engine.connect() as connection:
            return {
                name: [tuple(row) for row in connection.execute(text(f"select * from {name}"))]
                for name in sorted(tables.tables)
                if name.startswith(prefix)
            }


def test_a_seed_is_a_life() -> None:
    assert rows_of([server]) == rows_of([server])
    assert rows_of([server], "toy_") != rows_of([server], "toy_", seed=8)
    assert make_image([server], seed=7) == make_image([server], seed=7)


def test_no_server_changes_another_s_rows() -> None:
    """Ids, moments and chance: all of what one plants is the same alone and among all others."""
    everyone = [each for each in find_servers().values() if each.seed] + [server]
    together = rows_of(everyone)
    backwards = rows_of(everyone[::-1])
    for each in everyone:
        alone = rows_of([each], f"{each.name}_")
        assert any(alone.values()), f"{each.name} plants nothing"
        for other in (together, backwards):
            assert {name: other[name] for name in alone} == alone, each.name


def test_planting_takes_no_time_and_happens_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/world.sqlite"
    with World.create(tmp_path, [server], url=url, seed=7) as world:
        assert world.now() == TODAY
        before = world.image()
    with World.create(tmp_path, [server], url=url, seed=8) as world:
        assert world.now() == TODAY
    with World.create(tmp_path, [server], url=url) as world, World.from_image(before, tmp_path) as first:
        for each in (world, first):
            with each.read() as session:
                assert len(session.connection().execute(text("select * from toy_note")).all()) == 3


def test_rows_of_a_task(tmp_path: Path) -> None:
    rows = {
        "toy_note": [
            {"id": "note_1", "text": "changed", "tags": ["a"]},
            {"id": "mine", "text": "{}", "written_at": "2026-03-02T09:00:00+01:00"},
        ]
    }
    image = make_image([server], seed=7, now=TODAY.replace(hour=9), rows=rows)
    with World.from_image(image, tmp_path) as world, world.read() as session:
        assert world.now() == TODAY.replace(hour=9)
        found = {row.id: row for row in session.connection().execute(text("select * from toy_note"))}
        assert set(found) == {"note_1", "note_2", "note_3", "mine"}
        assert found["note_1"].text == "changed" and found["note_1"].tags == '["a"]'
        assert found["note_1"].written_at == "2026-03-02T09:30:00Z", "what was not named stays"
        assert found["mine"].text == "{}" and found["mine"].written_at == "2026-03-02T08:00:00Z"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"toy_nothing": [{}]}, "no server of this world has a table 'toy_nothing'; it has .*toy_note"),
        ({"toy_note": [{"id": "a", "colour": "red"}]}, "table 'toy_note' has no column colour"),
        ({"toy_note": [{"id": "a"}]}, "written_at"),
        ({"toy_note": [{"id": "a", "written_at": "soon"}]}, "written_at"),
        ({"toy_note": [{"id": "a", "written_at": "2026-03-02T09:00:00"}]}, "without a zone"),
        ({"toy_note": [{"id": "a", "written_at": "2026-03-02T09:00:00Z", "weight": "heavy"}]}, "weight"),
    ],
)
def test_rows_that_can_t_be(world: World, rows: Any, words: str) -> None:
    before = world.image()
    with pytest.raises(Exception, match=words):
        add_rows(world, {"toy_note": [{"id": "b", "written_at": "2026-03-02T09:00:00Z"}], **rows})
    assert world.image() == before


def test_the_cast_is_made_up_and_whole() -> None:
    everybody = [ME, *CAST]
    assert len(CAST) >= 38 and len({person.email for person in everybody}) == len(everybody)
    assert all(BY_KEY[person.key] == person for person in CAST)
    assert all(person.email.endswith(".example") for person in everybody)
