"""Questions about what the agent did."""

import pytest
from deskworld_verifiers import ToolCall, Trajectory
from pydantic import ValidationError


def read(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name=name, arguments=arguments, reads=True)


def shown(path: str, **more: object) -> ToolCall:
    return ToolCall.model_validate(
        {"name": "render_slides", "arguments": {"path": path}, "reads": True, "pictures": ("ab12",), **more}
    )


def change(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name=name, arguments=arguments)


def failed(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name=name, arguments=arguments, ok=False, error="no")


def test_calls_by_name_arguments_and_outcome():
    done = Trajectory((change("add_slide", layout="Title"), change("add_slide", layout="Blank"), failed("add_slide")))
    assert len(done.calls("add_slide")) == 2
    assert [call.arguments for call in done.calls("add_*", layout="Blank")] == [{"layout": "Blank"}]
    assert len(done.calls("add_slide", ok=False)) == 1
    assert len(done.calls(ok=None)) == len(done) == 3
    assert done.used("add_slide")
    assert not done.used("add_slide", "render_slides")
    assert not Trajectory((failed("send_email"),)).used("send_email")


def test_order():
    done = Trajectory((read("find"), change("write"), read("look"), change("write")))
    assert done.in_order("find", "look", "write")
    assert done.in_order("write", "write")
    assert not done.in_order("look", "find")
    assert not done.in_order("write", "write", "write")


@pytest.mark.parametrize(
    ("items", "looked"),
    [
        ([change("create_deck", path="out/a.pptx"), shown("out/a.pptx")], True),
        ([change("create_deck", path="out/a.pptx"), shown("./out/a.pptx")], True),
        ([shown("out/a.pptx"), change("add_slide", path="out/a.pptx")], False),
        ([change("add_slide", path="out/a.pptx"), shown("out/b.pptx")], False),
        ([change("add_slide", path="out/a.pptx"), shown("out/a.pptx"), failed("add_slide", path="out/a.pptx")], True),
        ([change("add_slide", path="out/a.pptx"), shown("out/a.pptx", ok=False)], False),
        ([change("add_slide", path="out/a.pptx"), shown("out/a.pptx", pictures=())], False),
        ([change("add_slide", path="out/a.pptx"), shown("out/a.pptx", by="harness")], False),
        ([change("add_slide", path="out/a.pptx"), shown("out/a.pptx"), change("delete_file", path="out")], False),
        ([shown("out/a.pptx")], False),
        ([], False),
    ],
)
def test_rendered_after_last_change(items: list[ToolCall], looked: bool):
    assert Trajectory(tuple(items)).rendered_after_last_change("out/a.pptx") is looked


def test_a_change_that_is_named_only_in_the_result_counts():
    made = ToolCall(name="convert", arguments={"source": "a.docx"}, result={"path": "out/a.pdf"})
    assert Trajectory((made,)).changes_to("out/a.pdf") == [made]


def test_a_path_inside_of_a_list_or_a_model_counts():
    merged = change("merge_files", sources=["a.pdf", "b.pdf"], target={"path": "out\\c.pdf"})
    done = Trajectory((merged,))
    assert done.changes_to("b.pdf") == done.changes_to("out/c.pdf") == [merged]
    assert done.changes_to("c.pdf") == done.changes_to("x/c.pdf") == []


def test_the_harness_may_count_as_an_eye():
    done = Trajectory((change("add_slide", path="a.pptx"), shown("a.pptx", by="harness")))
    assert done.rendered_after_last_change("a.pptx", by_agent=False)


def test_repeated_failures():
    again = failed("send", to="x")
    assert Trajectory((again, read("look"), again)).repeated_failures() == [again]
    assert Trajectory((again, change("add_contact", who="x"), again)).repeated_failures() == []
    assert Trajectory((again, failed("send", to="y"))).repeated_failures() == []


def test_a_trajectory_is_a_record():
    done = Trajectory((shown("日本/a.pptx", result={"n": [1, None]}), failed("send", to="x")))
    assert Trajectory.model_validate_json(done.model_dump_json()) == done
    with pytest.raises(ValidationError):
        done.root = ()  # pyright: ignore[reportAttributeAccessIssue]
    assert [str(call) for call in done][1] == 'send(to="x") failed: no'


def test_an_export_leaves_what_it_was_made_of():
    export = ToolCall(
        name="export_deck_pdf",
        arguments={"path": "out/a.pptx", "target": "out/a.pdf"},
        result={"path": "out/a.pdf"},
    )
    done = Trajectory((change("add_slide", path="out/a.pptx"), shown("out/a.pptx"), export))
    assert done.rendered_after_last_change("out/a.pptx")
    assert done.changes_to("out/a.pdf") == [export]


def test_what_was_made_after_its_source_was_last_changed():
    saved = ToolCall(name="export_deck_pdf", arguments={"path": "a.pptx"}, result={"path": "a.pdf"})
    edit = change("add_slide", path="a.pptx")
    both = ToolCall(name="make_both", result={"files": [{"path": "a.pptx"}, {"path": "a.pdf"}]})
    assert Trajectory((edit, saved)).made_after("a.pdf", "a.pptx")
    assert Trajectory((saved, edit, edit, saved)).made_after("a.pdf", "a.pptx")
    assert not Trajectory((edit, saved, edit)).made_after("a.pdf", "a.pptx")
    assert Trajectory((edit, saved, failed("add_slide", path="a.pptx"))).made_after("a.pdf", "a.pptx")
    assert not Trajectory((edit,)).made_after("a.pdf", "a.pptx")
    assert not Trajectory((saved,)).made_after("a.pdf", "a.pptx")
    assert not Trajectory((both,)).made_after("a.pdf", "a.pptx")


def test_a_mail_leaves_what_was_attached():
    mail = ToolCall(
        name="send_email",
        arguments={"attachments": ["out/a.pptx"]},
        result={"id": "email_1", "attachments": ["a.pptx"]},
    )
    done = Trajectory((change("add_slide", path="out/a.pptx"), shown("out/a.pptx"), mail))
    assert done.rendered_after_last_change("out/a.pptx")


def test_a_batch_that_names_what_it_wrote_changed_it():
    unpacked = ToolCall(name="extract_archive", arguments={"path": "a.zip"}, result={"files": [{"path": "out/a.pptx"}]})
    assert Trajectory((unpacked,)).changes_to("out/a.pptx") == [unpacked]


def test_parts_that_no_look_was_on():
    book = "out/a.xlsx"
    made = ToolCall(name="write_range", arguments={"path": book}, result={"path": book})
    by_argument = shown(book, arguments={"path": book, "sheet": "Data"})
    by_range = shown(book, arguments={"path": book, "range": "'My plan'!A1:B9"})
    by_result = shown(book, result={"sheet": "Summary", "range": "A1:B9"})
    parts = ("Summary", "Data", "My plan")
    assert Trajectory((made, by_argument, by_range, by_result)).unseen(book, *parts) == []
    assert Trajectory((by_argument, made, by_range)).unseen(book, *parts) == ["Summary", "Data"]
    assert Trajectory((by_argument, by_result)).unseen(book, *parts) == list(parts)


def test_ids_that_no_result_had_shown_are_guessed():
    found = ToolCall(name="search_emails", result={"items": [{"id": "message_7"}], "note": "see q_1"}, reads=True)
    star = ToolCall(name="star_emails", arguments={"emails": ["message_7", "message_8"], "note": "plan_2026 and q_1"})
    late = ToolCall(name="read_email", arguments={"email": "message_9"}, result={"id": "message_9"}, reads=True)
    assert Trajectory((found, star, late)).guessed_ids() == [
        "star_emails names message_8",
        "read_email names message_9",
    ]
    assert Trajectory((star, found)).guessed_ids() == ["star_emails names message_7", "star_emails names message_8"]
    assert not Trajectory((found, ToolCall(name="read_email", arguments={"email": "message_7"}))).guessed_ids()
