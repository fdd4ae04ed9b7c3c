"""Filters: rules that file incoming mail, and that can be run over what is there."""

from deskworld_kit import Result, ToolError, World, tool
from deskworld_kit.errors import unknown
from pydantic import Field
from sqlmodel import Session, col, select

from deskworld_email.addresses import bare
from deskworld_email.delivery import all_filters, apply, changing, fits
from deskworld_email.finding import find_label, number_of
from deskworld_email.tables import Filter, Message

CONDITIONS = ("sender", "recipient", "subject", "words", "has_attachment")
ACTIONS = ("label", "archive", "mark_read", "star", "trash", "never_spam", "forward_to")


class EmailFilter(Result):
    """A rule."""

    id: str
    rule: str = Field(description="The rule in words.")


class EmailFilters(Result):
    """All rules, in the order they are applied."""

    filters: list[EmailFilter]


class FilterRun(Result):
    """A rule and what it did to mail that was there."""

    id: str
    rule: str
    fitting: int
    changed: list[str]


@tool("read")
def list_email_filters(world: World) -> EmailFilters:
    """List the rules for incoming mail, in the order they are applied."""
    with world.read() as session:
        return EmailFilters(filters=[EmailFilter(id=rule.id, rule=in_words(rule)) for rule in all_filters(session)])


@tool("add")
def create_email_filter(
    world: World,
    sender: str = "",
    recipient: str = "",
    subject: str = "",
    words: str = "",
    has_attachment: bool = False,
    label: str = "",
    archive: bool = False,
    mark_read: bool = False,
    star: bool = False,
    trash: bool = False,
    never_spam: bool = False,
    forward_to: str = "",
    apply_now: bool = False,
) -> FilterRun:
    """Make a rule: incoming mail that meets all conditions (sender to has_attachment) is handled as the rest says.

    Args:
        sender: Part of name or address.
        words: All in subject or text.
        apply_now: Also to mail that is there.
    """
    with changing(world) as session:
        rule = Filter(
            id="",
            sender=sender.strip(),
            recipient=recipient.strip(),
            subject=subject.strip(),
            words=words.strip(),
            has_attachment=has_attachment,
            label=find_label(session, label).name if label else "",
            archive=archive,
            mark_read=mark_read,
            star=star,
            trash=trash,
            never_spam=never_spam,
            forward_to=bare(forward_to, argument="forward_to") if forward_to else "",
        )
        for part, need in ((CONDITIONS, "a condition"), (ACTIONS, "something to do")):
            if not any(getattr(rule, name) for name in part):
                raise ToolError(f"a filter needs {need}: at least one of {', '.join(part)}")
        twin = next((each for each in all_filters(session) if in_words(each) == in_words(rule)), None)
        if twin:
            raise ToolError(f"there is the same filter already: {twin.id}")
        rule.id = world.next_id(session, "filter")
        session.add(rule)
        session.flush()
        return _run(session, rule) if apply_now else FilterRun(id=rule.id, rule=in_words(rule), fitting=0, changed=[])


@tool("edit")
def run_email_filter(world: World, filter_id: str) -> FilterRun:
    """Apply a rule to the mail that is in inbox, archive and spam now; it forwards nothing."""
    with changing(world) as session:
        return _run(session, _find(session, filter_id))


@tool("remove")
def delete_email_filter(world: World, filter_id: str) -> EmailFilter:
    """Delete a rule; what it did stays."""
    with changing(world) as session:
        rule = _find(session, filter_id)
        session.delete(rule)
        return EmailFilter(id=rule.id, rule=in_words(rule))


def in_words(rule: Filter) -> str:
    """A rule as a sentence."""
    conditions = [f"{name} holds {getattr(rule, name)!r}" for name in CONDITIONS[:4] if getattr(rule, name)]
    conditions += ["it has an attachment"] * rule.has_attachment
    actions = [name.replace("_", " ") for name in ACTIONS[1:6] if getattr(rule, name)]
    actions += [f"label {rule.label!r}"] * bool(rule.label) + [f"forward to {rule.forward_to}"] * bool(rule.forward_to)
    return f"if {' and '.join(conditions)}: {', '.join(actions)}"


def _run(session: Session, rule: Filter) -> FilterRun:
    got = select(Message).where(col(Message.mailbox).in_(("inbox", "archive", "spam")))
    messages = sorted(session.exec(got).all(), key=lambda each: number_of(each.id))
    fitting = [message for message in messages if fits(rule, message)]
    changed = [message.id for message in fitting if apply(rule, message)]
    session.flush()
    return FilterRun(id=rule.id, rule=in_words(rule), fitting=len(fitting), changed=changed)


def _find(session: Session, filter_id: str) -> Filter:
    rule = session.get(Filter, filter_id)
    if rule is None:
        raise unknown("filter", filter_id, [each.id for each in all_filters(session)], argument="filter_id")
    return rule
