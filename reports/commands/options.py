"""Options that commands share."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from model.defaults import DEFAULT_ASSUMPTIONS
from model.errors import UserError

Command = Callable[..., Any]
MOST = 2**63 - 1
WIDTH = 100
"""Characters per line of text at the terminal."""


def changes_rules(variant: Mapping[str, Any]) -> bool:
    """Do the options of `ruleset_options` change the rules that a spec alone gives?"""
    given = {key: value for key, value in variant.items() if key != "assumptions"}
    return any(given.values()) or variant["assumptions"] != DEFAULT_ASSUMPTIONS


def _pairs(values: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        key, sign, reading = value.partition("=")
        if not sign:
            raise UserError(f"--ruling {value}: write id=reading, e.g. --ruling b4-rooms=occupied")
        if key in pairs:
            raise UserError(f"--ruling {key}: given twice")
        pairs[key] = reading
    return pairs


class NamesOption(click.Option):
    """An option whose help lists names from the data; ``names`` reads them when help is shown."""

    def __init__(self, *args: Any, names: Callable[[], Iterable[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names

    def make_metavar(self, ctx: click.Context) -> str:
        return "|".join(self.names())


def _choices(option: str) -> Callable[[], Iterable[str]]:
    def names() -> Iterable[str]:
        from model.sources import sources

        return sources().option[option].choices

    return names


def ruleset_options(command: Command) -> Command:
    """Decorator: adds --hands, --boards, --promos, --ruling, --assumptions and --patch.

    The command receives them as one keyword `variant`, a dict for `load_ruleset(spec, **variant)`.
    """

    @click.option("--hands", cls=NamesOption, names=_choices("hands"), help="How hands are formed.")
    @click.option("--boards", cls=NamesOption, names=_choices("boards"), help="Side of the hotels.")
    @click.option("--promos", cls=NamesOption, names=_choices("promos"), help="Promotional guests.")
    @click.option("--ruling", multiple=True, metavar="ID=READING", help="Reading of a ruling.")
    @click.option(
        "--assumptions", default=DEFAULT_ASSUMPTIONS, metavar="default|sample:N",
        help="Values that no source gives: the defaults, or the Nth plausible completion.",
    )  # fmt: skip
    @click.option("--patch", "patches", multiple=True, metavar="FILE", help="A patch file.")
    @functools.wraps(command)
    def wrapped(*args: Any, **given: Any) -> Any:
        given["rulings"] = _pairs(given.pop("ruling"))
        names = ("hands", "boards", "promos", "rulings", "assumptions", "patches")
        return command(*args, variant={name: given.pop(name) for name in names}, **given)

    return wrapped


def check_deal(players: int, seed: int, game: int) -> None:
    """Raise UserError for numbers that no game has."""
    if players not in (2, 3, 4):
        raise UserError(f"--players {players}: the game is for 2, 3 or 4")
    if not (0 <= seed < 2**63 and 0 <= game < 2**63):
        raise UserError(f"--seed {seed} --game {game}: both must be from 0 to 2**63 - 1")


class PlaceType(click.ParamType):
    """A folder, given as a path, or an object store, given as a URL."""

    name = "place"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        from simulate.data.store import URL  # here, because most commands have no such option

        if not isinstance(value, str) or URL in value:
            return value
        if ":/" in value:
            raise UserError(f"{param.opts[-1]} {value}: give a folder, or a URL with ://")
        return Path(value)


PLACE = PlaceType()


class Output(click.ParamType):
    """A file or folder that a command writes at its end; checked before the work starts."""

    def __init__(self, folder: bool) -> None:
        self.folder = folder
        self.name = "folder" if folder else "file"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        from simulate.base import outputs  # as above

        try:
            (outputs.check_folder if self.folder else outputs.check_file)(Path(value))
        except UserError as error:
            raise UserError(f"{param.opts[-1]} {error}") from None
        return Path(value)


OUT_FILE, OUT_FOLDER = Output(folder=False), Output(folder=True)


POWER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?[eE]\+?[0-9]{1,2}")


def whole(value: Any) -> Any:
    """A whole number typed as "1e6", written out; anything else unchanged."""
    if isinstance(value, str) and POWER.fullmatch(value):
        number = Decimal(value)
        return str(int(number)) if number == int(number) else value
    return value


class Count(click.IntRange):
    """A whole number from a minimum to the largest that fits into 64 bits; 1e6 is one, too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(whole(value), param, ctx)
        if number > MOST:
            self.fail(f"{str(number)[:20]}... is too large a number.", param, ctx)
        return number


def player_counts(context: click.Context, option: click.Parameter, text: str) -> tuple[int, ...]:
    """Numbers of players from "2,3,4"."""
    try:
        counts = tuple(int(word) for word in text.split(","))
    except ValueError:
        counts = ()
    if not counts or not set(counts) <= {2, 3, 4} or len(set(counts)) < len(counts):
        raise click.BadParameter(f"{text}: give 2, 3, 4 or several of them, e.g. 2,4")
    return counts


SEED = click.option("--seed", type=Count(0), default=1, show_default=True, help="Random seed.")
WORKERS = click.option(
    "--workers",
    type=Count(1),
    default=2,
    show_default=True,
    help="Processes that play, threads that analyse.",
)


def players_option(counts: str) -> Any:
    """Decorator: --players, numbers of players; ``counts`` if none are given."""
    return click.option(
        "--players", default=counts, show_default=True, callback=player_counts,
        help="Numbers of players.",
    )  # fmt: skip


def study_data(name: str) -> Path:
    """The default folder for a study's games; that of an earlier version if games are there."""
    here, before = Path("data", "studies", name), Path("data", name)
    if here.exists() or (name == "cards" and not (before / "runs").is_dir()):
        return here  # data/cards may also be a run of recorded games
    return before if before.is_dir() else here


def data_option(
    name: str, words: str, kind: Any = PLACE, option: tuple[str, ...] = ("--data",)
) -> Any:
    """Decorator: the folder of a study's games."""
    return click.option(
        *option, type=kind, default=lambda: study_data(name), help=words,
        show_default=f"data/studies/{name}",
    )  # fmt: skip


def out_option(study: str) -> Any:
    """Decorator: --out with its default, by the name of the study."""
    return click.option("--out", type=OUT_FOLDER, default=Path("build", study), show_default=True,
                        help="Folder of figures and tables.")  # fmt: skip


def folders(study: str) -> Any:
    """Decorator: --data and --out with their defaults, by the name of the study."""

    data = data_option(study, "Folder or URL of recorded games; missing ones are added.")
    return lambda command: data(out_option(study)(command))


KEEP = click.option(
    "--keep", type=OUT_FOLDER,
    help="Also save the answer in this folder, for `gah report --longer FOLDER`.",
)  # fmt: skip


def typed_policies(text: str) -> tuple[str, ...]:
    """Policies as a user typed them, "a,b". The commands run no other player's files."""
    if ".py" not in text:
        return tuple(name.strip() for name in text.split(","))
    from simulate.policies import named  # a second to import: only for a player's file

    return named(text)


class Policies(click.ParamType):
    """One or several policies, "a,b", as a tuple; ``single``: exactly one, as its name."""

    def __init__(self, *, single: bool = False) -> None:
        self.single = single
        self.name = "policy" if single else "policies"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        found = typed_policies(value)
        if not self.single:
            return found
        return found[0] if len(found) == 1 else value


POLICY, TABLE = Policies(single=True), Policies()
"""The type of an option that takes one policy, and of one that takes a policy for each seat."""


def policies_alone(
    context: click.Context, option: click.Parameter, tables: tuple[tuple[str, ...] | str, ...]
) -> tuple[str, ...]:
    """The policies of tables at which one policy takes all seats."""
    names: list[str] = []
    for table in tables:
        seats = (table,) if isinstance(table, str) else table
        if len(seats) > 1:
            instead = " ".join(f"{option.opts[0]} {name}" for name in seats)
            raise click.BadParameter(
                f"mixed tables are not possible here; to run each policy alone: {instead}"
            )
        names += filter(None, seats)
    found = tuple(dict.fromkeys(names))
    if tables and not found:
        raise click.BadParameter("name a policy; `gah players list` lists them")
    return found
