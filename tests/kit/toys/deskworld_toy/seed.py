"""Three notes, each with something by chance."""

from deskworld_toy.tables import Note


def seed(world, session, random):
    for _ in range(3):
        row = Note(id=world.next_id(session, "note"), text=f"number {random.randint(0, 10**9)}", written_at=world.now())
        session.add(row)
