"""A plan: games by rulesets, players, policies and seeds, and questions asked of them, in a file.

It is data, perhaps a stranger's: its texts name rules, players of the suite and patches next to it;
a player's file is run only if the user names it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from model import UserError, load_ruleset, reading
from model.names import meant
from simulate import policies
from simulate.batch.runner import Run
from simulate.data.store import URL, Place
from simulate.policies import own

PLAN_BYTES = 1 << 18
SHIPPED = "plans"
SUFFIX = ".toml"


def _whole(value: Any) -> Any:
    """Accept 1e6 as a whole number: TOML reads it as a float."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _listed(value: Any) -> Any:
    """Turn a single value into a list of one."""
    return value if isinstance(value, list) else [value]


Text = Annotated[str, Field(min_length=1, max_length=400)]
Texts = Annotated[list[Text], BeforeValidator(_listed), Field(min_length=1, max_length=1000)]
Players = Annotated[
    list[Annotated[int, Field(ge=2, le=4)]], BeforeValidator(_listed), Field(min_length=1)
]
Seeds = Annotated[
    list[Annotated[int, Field(ge=0, lt=2**63)]], BeforeValidator(_listed), Field(min_length=1)
]
Count = Annotated[int, BeforeValidator(_whole)]
Option = Text | bool | int | float | list[Text] | list[int]
_STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)


class Block(BaseModel):
    """Games of every combination of rules, players, policies and seeds: a table `[[games]]`.

    policies: who sits at a table, one for all seats or one for each ("greedy,random"), which then
    rotate. A table for another number of seats than a combination has is left out of it. mirrored:
    each deal is played once for each rotation of the seats. patches: files, named from the plan's
    folder. The options of rules are those of `gah simulate`.
    """

    model_config = _STRICT

    games: Annotated[Count, Field(ge=1, le=2**31 - 1)]
    rules: Texts = ["revised-2021"]
    players: Players = [2, 3, 4]
    policies: Texts = ["greedy"]
    seeds: Seeds = [1]
    mirrored: bool = False
    shard_games: Annotated[Count, Field(ge=1, le=200_000)] | None = None
    patches: Annotated[list[Text], BeforeValidator(_listed)] = []
    hands: Text | None = None
    boards: Text | None = None
    promos: Text | None = None
    rulings: dict[Text, Text] = {}
    assumptions: Text = "default"


class Question(BaseModel):
    """A study to run after all games are recorded: its name, and its command-line options."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, Option]

    name: Text

    def options(self) -> list[str]:
        """Its options and arguments as they are typed on the command line."""
        return list(typed(self.model_extra or {}))


class Plan(BaseModel):
    """What a batch plays and asks. out: where its games go; report: options of `gah report`."""

    model_config = _STRICT

    title: Text = "games"
    out: Text = "data"
    games: Annotated[list[Block], Field(max_length=1000)] = []
    study: Annotated[list[Question], Field(max_length=100)] = []
    report: dict[Text, Option] | None = None


def typed(options: Mapping[str, Option]) -> Iterator[str]:
    """Options as typed: `arguments` stand alone, numbers form one list, texts are repeated."""
    for name, value in options.items():
        if name == "arguments":
            yield from map(str, value if isinstance(value, list) else [value])
        elif isinstance(value, bool):
            yield from [_option(name)] * value
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            for one in value:
                yield from (_option(name), str(one))
        else:
            text = ",".join(map(str, value)) if isinstance(value, list) else str(_whole(value))
            yield from (_option(name), text)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def shipped() -> list[str]:
    """The names of the plans that come with the suite."""
    folder = resources.files("simulate.batch").joinpath(SHIPPED)
    return sorted(one.name.removesuffix(SUFFIX) for one in folder.iterdir())


def read_plan(named: str, players: Mapping[str, str]) -> tuple[Plan, Path]:
    """A plan, from a file or a shipped one by name, and the folder its paths start from.

    players: the players' files that the user named, by their names in the plan. Raises UserError,
    one line that names the file and the key.
    """
    file = Path(named)
    if named in shipped():
        file = Path(str(resources.files("simulate.batch").joinpath(SHIPPED, named + SUFFIX)))
    elif not file.exists() and SUFFIX not in named:
        raise UserError(
            f"{named}: no plan of that name; shipped are {', '.join(shipped())}"
            f"{meant(named, shipped())}"
        )
    try:
        raw = reading.load_toml(file, PLAN_BYTES)
        reading.check_texts(raw)
        plan = Plan.model_validate(raw)
    except ValidationError as error:
        problem = reading.problem_to_name(error)
        raise UserError(f"{named}: {_where(problem['loc'])}{_why(problem)}") from None
    except UserError as error:
        raise UserError(f"{named}: {error}") from None
    _refuse_files(plan, named, players)
    if not (plan.games or plan.study or plan.report is not None):
        raise UserError(f"{named}: nothing to do; it needs [[games]], [[study]] or [report]")
    return plan, file.parent


def _where(path: tuple[int | str, ...]) -> str:
    """The key of an error, counted from 1: "[[games]] 2: players: "."""
    parts = list(path)
    if len(parts) > 1 and isinstance(parts[1], int):
        parts[:2] = [f"[[{parts[0]}]] {parts[1] + 1}"]
    shown = [str(part)[: reading.SHOWN] for part in parts if not isinstance(part, int)]
    return "".join(f"{part}: " for part in shown)


def _why(problem: Any) -> str:
    if problem["type"] == reading.UNKNOWN_KEY:
        *within, key = problem["loc"]
        return f"no such key{meant(str(key), (Block if within else Plan).model_fields)}"
    if problem["type"] == "missing":
        return "is missing"
    return f"{problem['msg'][0].lower()}{problem['msg'][1:]}"


def _refuse_files(plan: Plan, named: str, players: Mapping[str, str]) -> None:
    """Raise UserError for a player's file that the user did not name."""
    texts = [text for block in plan.games for text in block.policies]
    texts += [word for question in plan.study for word in question.options()]
    texts += list(typed(plan.report or {}))
    for text in texts:
        for one in text.partition("=")[2].split(",") + text.split(","):
            if own.FORM.fullmatch(one.strip()) and one.strip() not in players:
                raise UserError(
                    f"{named}: {one.strip()}: a player's file is run only if you name it yourself:"
                    f" --player {one.strip()}"
                )


def runs_of(
    plan: Plan, named: str, folder: Path, place: Place, players: Mapping[str, str]
) -> list[Run]:
    """The distinct runs of a plan's games, slowest first.

    named: the user's name for the plan; folder: where paths of its patches start; place: where the
    games go. Raises UserError.
    """
    found: dict[tuple[object, ...], Run] = {}
    for number, block in enumerate(plan.games, 1):
        try:
            for run in _of_block(block, folder, place, players):
                key = run.ruleset.label, run.players, run.seats(), run.seed
                if found.setdefault(key, run) != run:
                    raise UserError(
                        f"{run.ruleset.label} with {run.players} players is in the plan twice with"
                        " different settings; use different seeds"
                    )
        except UserError as error:
            raise UserError(f"{named}: [[games]] {number}: {error}") from None
    return sorted(found.values(), key=lambda run: not policies.slow(run.seats()))


def _of_block(
    block: Block, folder: Path, place: Place, players: Mapping[str, str]
) -> Iterator[Run]:
    variant = block.model_dump(include={"hands", "boards", "promos", "rulings", "assumptions"})
    variant["patches"] = tuple(str(folder / one) for one in block.patches)
    rulesets = [load_ruleset(one, **variant) for one in block.rules]
    tables = [tuple(players.get(n.strip(), n.strip()) for n in one.split(","))
              for one in block.policies]  # fmt: skip
    for table in tables:
        if len(table) > 1 and len(table) not in block.players:
            raise UserError(f"policies: {','.join(table)} has {len(table)} seats; players has not")
    for ruleset in rulesets:
        for n in block.players:
            for table in tables:
                if len(table) not in (1, n):
                    continue
                turns = n if block.mirrored and len(set(table)) > 1 else 1
                for seed in block.seeds:
                    yield Run(
                        ruleset, n, table[0] if len(table) == 1 else table,
                        -(-block.games // turns) * turns, seed, place,
                        shard_games=block.shard_games, same_deal=turns,
                    )  # fmt: skip


def place_of(text: str) -> Place:
    """The place that a plan or a user names."""
    return text if URL in text else Path(text)


def refuse_outside(where: str, place: Place, remedy: str = "") -> None:
    """Raise UserError for a folder or file that is not below the one in which a plan is run.

    A plan may be a stranger's: it does not choose which of a user's files are written.
    """
    kind, found, rest = str(place).partition(URL)
    path = Path(rest if found else kind)
    if (kind == "file" or not found) and (path.is_absolute() or ".." in path.parts):
        said = f"{place}: a plan writes only below the folder in which it is run"
        raise UserError(f"{where}: {said}{remedy}")
