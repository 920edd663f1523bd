"""`gah rules clauses`: list the clauses, filter them, show one in full."""

from __future__ import annotations

import json
import textwrap
from collections import Counter

import click

from model import passages
from model.clauses import (
    DOCUMENTS,
    FOLDER,
    Clause,
    card_of,
    problems,
    read_topic,
    topic_files,
    topic_of,
)
from model.clauses import clauses as known_clauses
from model.errors import UserError
from model.names import meant
from model.sources import sources
from model.wording import many
from reports.commands.options import WIDTH

STATUSES = ("implemented", "ruling", "out-of-scope")


def _one_of(option: str, value: str | None, known: tuple[str, ...]) -> None:
    if value is not None and value not in known:
        raise UserError(
            f"--{option} {value}: unknown; known: {', '.join(known)}{meant(value, known)}"
        )


def matches(
    id: str,
    clause: Clause,
    *,
    topic: str | None,
    status: str | None,
    source: str | None,
    edition: str | None,
    ruling: str | None,
    find: str | None,
) -> bool:
    """Does a clause pass all given filters?"""
    words = f"{id} {clause.text} {' '.join(clause.source.values())}".lower()
    return (
        (topic is None or topic_of(id) == topic)
        and (status is None or clause.status == status)
        and (source is None or source in clause.source)
        and (edition is None or not clause.editions or edition in clause.editions)
        and (ruling is None or ruling in clause.rulings)
        and (find is None or find.lower() in words)
    )


def _condition(clause: Clause) -> list[tuple[str, str]]:
    """Rows with the line of code that implements a clause, and that line without the rule."""
    if clause.condition is None:
        return []
    named = f"simulate/engine: {clause.condition.function}: {clause.condition.line}"
    return [("condition", named), ("without it", clause.condition.without)]


def in_full(id: str, clause: Clause) -> list[str]:
    """A clause with everything that it names, as lines."""
    rows = [
        ("topic", topic_of(id)),
        ("status", f"{clause.status}{f' ({clause.reason})' if clause.reason else ''}"),
        ("editions", ", ".join(clause.editions) or "all"),
        *[("source", f"{DOCUMENTS[name]}: {where}") for name, where in clause.source.items()],
        *[("declared", path) for path in clause.declared],
        *[("executed", f"simulate/engine: {name}") for name in clause.executed],
        *_condition(clause),
        *[("ruling", f"{name}: {sources().ruling[name].question}") for name in clause.rulings],
        *[("counted", key) for key in clause.exercised],
    ]
    lines = [id, *textwrap.wrap(clause.text, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    for title, text in rows:
        lines += textwrap.wrap(
            f"  {title:<10}{text}", WIDTH, subsequent_indent=" " * 12, break_on_hyphens=False
        )
    return lines


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--topic", metavar="TOPIC", help="Only the clauses in one file of model/data/clauses."
)
@click.option("--status", metavar="|".join(STATUSES), help="Only clauses with this status.")
@click.option(
    "--source", metavar="|".join(DOCUMENTS), help="Only clauses that this document states."
)
@click.option("--edition", metavar="EDITION", help="Only clauses that hold in this edition.")
@click.option("--ruling", metavar="ID", help="Only clauses that this ruling decides.")
@click.option("--find", metavar="TEXT", help="Only clauses with this in id, text or section.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with every field.")
@click.option(
    "--coverage",
    is_flag=True,
    help="List the sentences of the rulebooks that have no clause; with --source DOCUMENT, every"
    " passage of it with its clauses, or with the reason why it needs none.",
)
@click.option("--check", is_flag=True, help="Check the clauses against the data; exit 1 if wrong.")
def clauses(
    ids: tuple[str, ...],
    topic: str | None,
    status: str | None,
    source: str | None,
    edition: str | None,
    ruling: str | None,
    find: str | None,
    as_json: bool,
    coverage: bool,
    check: bool,
) -> None:
    """List the rules one by one, each with its id.

    With ID, clauses are shown in full. An ID that ends in a dot or an asterisk names all clauses
    that begin with it: `gah rules clauses emperor_tile.` For the tests of a clause and its counts
    in play, see `gah rules trace ID`.
    """
    if check:
        _check()
        return
    if coverage:
        _one_of("source", source, passages.READ)
        _coverage(source, find)
        return
    _one_of("topic", topic, tuple(topic_files()))
    _one_of("status", status, STATUSES)
    _one_of("source", source, tuple(DOCUMENTS))
    _one_of("edition", edition, tuple(sources().edition))
    _one_of("ruling", ruling, tuple(sources().ruling))
    found = {
        id: clause
        for id, clause in chosen(ids).items()
        if matches(id, clause, topic=topic, status=status, source=source, edition=edition,
                   ruling=ruling, find=find)
    }  # fmt: skip
    if as_json:
        tree = {id: clause.model_dump(mode="json") for id, clause in found.items()}
        click.echo(json.dumps(tree, indent=2, ensure_ascii=False))
    elif ids:
        for id, clause in found.items():
            click.echo("\n".join(in_full(id, clause)))
    else:
        _list(found)


def chosen(ids: tuple[str, ...]) -> dict[str, Clause]:
    """The clauses that ids or prefixes of ids name; all if none is given.

    Raises UserError with close matches for a name that matches nothing.
    """
    if not ids:
        return known_clauses()
    if not all(name.strip(".* ") for name in ids):
        raise UserError("an empty ID names no clause; `gah rules clauses` lists all")
    known, found = _where_named(ids), dict[str, Clause]()
    for name in ids:
        start = name.rstrip("*")
        whole = {name} if name in known else set()
        begun = {id for id in known if name[-1:] in (".", "*") and id.startswith(start)}
        about = {id for id in known if card_of(id) == name}
        if not whole | begun | about:
            every = known_clauses()
            ends = [id for id in every if name and id.endswith(f".{name}")]
            near = f"; did you mean {' or '.join(ends[:3])}?" if ends else meant(name, every)
            raise UserError(f"no clause {name}; `gah rules clauses` lists all{near}")
        found |= {id: known[id] for id in known if id in whole | begun | about}
    return found


def _where_named(ids: tuple[str, ...]) -> dict[str, Clause]:
    """The clauses of the topics whose files have the ids; reading all files would be slow."""
    named = [name.rstrip(".*") for name in ids]
    return {
        id: clause
        for topic in topic_files()
        if any(name in (FOLDER / f"{topic}.toml").read_text("utf-8") for name in named)
        for id, clause in read_topic(topic).items()
    }


def _list(found: dict[str, Clause]) -> None:
    topic = ""
    for id, clause in found.items():
        if topic_of(id) != topic:
            topic = topic_of(id)
            click.echo(topic)
        mark = {"implemented": " ", "ruling": "?", "out-of-scope": "-"}[clause.status]
        only = f" [{', '.join(clause.editions)}]" if clause.editions else ""
        line = f"{mark} {id}: {clause.text}{only}"
        click.echo(textwrap.fill(line, WIDTH, initial_indent=" ", subsequent_indent="     "))
    counts = ", ".join(
        f"{sum(clause.status == status for clause in found.values())} {status}"
        for status in STATUSES
    )
    click.echo(f"{many(len(found), 'clause')}: {counts} (? decided by a ruling, - out of scope)")


def _coverage(document: str | None, find: str | None) -> None:
    """Print how many passages of each document have a clause, and list one document's passages,
    or else those without a clause."""
    wanted = (document,) if document else passages.READ
    for name in wanted:
        stated, excused, missing = passages.coverage(name)
        click.echo(
            f"{name}: {stated + excused + missing} passages: {stated} with a clause,"
            f" {excused} that {'needs' if excused == 1 else 'need'} none, {missing} without"
        )
    for one in (one for name in wanted for one in passages.passages(name)):
        if find is not None and find.lower() not in passage_line(one).lower():
            continue
        if document or find is not None or not one.covered:
            click.echo(textwrap.fill(passage_line(one), WIDTH, subsequent_indent=" " * 12))
    if not document and find is None:
        reasons = Counter(one.reason for name in wanted for one in passages.passages(name))
        for reason, text in passages.REASONS.items():
            click.echo(f"  {reasons[reason]:>4} {reason}: {text}")


def passage_line(one: passages.Passage) -> str:
    """A passage as a line: place, first words, and its clauses or the reason why it needs none."""
    lines = f"{one.first}" if one.last == one.first else f"{one.first}-{one.last}"
    said = ", ".join(one.clauses) or (f"({one.reason})" if one.reason else "NO CLAUSE")
    return f"{one.document} {lines} {one.words!r}: {said}"


def _check() -> None:
    wrong = [*problems(), *passages.problems()]
    for line in wrong:
        click.echo(line, err=True)
    click.echo(f"{many(len(known_clauses()), 'clause')}, {many(len(wrong), 'problem')}")
    if wrong:
        click.get_current_context().exit(1)
