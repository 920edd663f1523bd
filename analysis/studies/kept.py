"""Saved answers of studies, as files: for reports when nobody has run the long study.

Each answer has its own folder, with its tables and a note with everything else. The note includes
the parts of the fingerprint of play (`simulate.fingerprint`) that the answer depends on. It is
reused as long as rules and players play as they did then. The folder may come from a stranger: its
content is checked against the shapes of the study, and names no file.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, make_dataclass
from dataclasses import field as dataclass_field
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints
from urllib.parse import quote

import pandas as pd
from pandas.api.types import is_numeric_dtype
from pydantic import Field
from rich.console import Console

from analysis.studies.frames import Columns, columns_of
from analysis.studies.study import SettingsStudy
from analysis.studies.typed import Settings
from model import UserError, reading
from model.steps import read_recipe
from simulate.base.files import write_whole
from simulate.base.provenance import commit
from simulate.data.folder import Folder
from simulate.fingerprint import fingerprint, holds

NOTE = "note.json"
DIGITS = "%.6g"
MISSING = "NaN"
"""The text for a missing value; an empty text means itself."""

NOTE_BYTES, FRAME_BYTES = 1 << 20, 1 << 25
"""More than a note and a table hold."""

Shape = TypeVar("Shape")


def folder_of(folder: Path, name: str, rules: str) -> Path:
    """The folder, below another one, of a study's answer under some rules."""
    return folder / f"{name}-{quote(rules, safe='+-_.,')}"


def answered(
    study: SettingsStudy[Any, Any], workers: int, console: Console, folder: Path | None
) -> Any:
    """The answer of a study (`Study.answer`), saved below a folder if one is named.

    Raises UserError, before anything is played, for a question that no report uses: one that
    leaves no note.
    """
    check(study, folder)
    found = study.answer(workers, console)
    if folder is not None:
        keep(folder, study, found)
    return found


def check(study: SettingsStudy[Any, Any], folder: Path | None) -> None:
    """Raises UserError for a question that no report uses, if it is to be saved in a folder."""
    if folder is not None and study.note() is None:
        raise UserError(f"--keep {folder}: no report uses `{study.command}`")


def keep(folder: Path, study: SettingsStudy[Any, Any], answer: Any) -> Path:
    """Save an answer below a folder, replacing the previous one; returns the folder."""
    place = folder_of(folder, study.note_name(), study.settings.rules)
    plain = {}
    for field in fields(answer):
        value = getattr(answer, field.name)
        if isinstance(value, pd.DataFrame):
            write_frame(place, field.name, value, columns_of(study.answers, field.name))
        elif field.name != "settings":
            plain[field.name] = value
    note = {
        "command": study.command, "commit": commit(), "play": fingerprint(study.parts()),
        "ruleset": rules_hash(study.settings),
        "settings": asdict(study.settings), "plain": plain,
    }  # fmt: skip
    write_note(place, NOTE, note)
    return place


@dataclass(frozen=True)
class AnswerNote:
    """The note of an answer; ``settings`` and ``plain`` in the shapes of its study.

    ruleset: hash of its rules, which changes with every number of every card, where fixed games may
    miss one; empty in older notes.
    """

    command: Annotated[str, Field(max_length=4000)]
    commit: Annotated[str, Field(max_length=100)]
    play: dict[str, str]
    settings: dict[str, Any]
    plain: dict[str, Any]
    ruleset: Annotated[str, Field(max_length=64)] = ""


def kept(folder: Path, study: type[SettingsStudy[Any, Any]], rules: str) -> Any:
    """The saved answer of a study under some rules; None if there is no valid one.

    Raises UserError if it is damaged.
    """
    place = folder_of(folder, study.note_name(), rules)
    try:
        note = read_note(place, NOTE, AnswerNote)
        if note is None or not holds(note.play):
            return None
        settings = reading.parse_as(study.asks, json.dumps(note.settings))
        if note.ruleset and note.ruleset != rules_hash(settings):
            return None
        plain = reading.parse_as(_plain(study.answers), json.dumps(note.plain))
        found = {"settings": settings, **{one: getattr(plain, one) for one in note.plain}}
        for field in fields(study.answers):
            if field.name not in found:
                found[field.name] = read_frame(
                    place, field.name, columns_of(study.answers, field.name)
                )
        return study.answers(**found)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise damaged(place, error) from None


def rules_hash(settings: Settings) -> str:
    """The hash of the rules that a study plays; for several, the digest of their hashes."""
    hashes = [read_recipe(rules).resolve().hash for rules in settings.rulesets]
    return hashes[0] if len(hashes) == 1 else sha256(" ".join(hashes).encode()).hexdigest()


def _plain(answers: type[Any]) -> type[Any]:
    """The fields of an answer that are neither its settings nor tables, as a dataclass."""
    hints = get_type_hints(answers)
    own = [one for one in fields(answers) if one.name != "settings"]
    own = [one for one in own if hints[one.name] is not pd.DataFrame]
    return make_dataclass(
        "Plain", [(one.name, hints[one.name], dataclass_field(default=None)) for one in own]
    )


def damaged(place: Path, error: Exception) -> UserError:
    """The error for a folder that cannot be read as it was written."""
    said = error if isinstance(error, UserError) else f"{type(error).__name__} {error}"
    return UserError(f"{place}: damaged: {said}")


def read_note(place: Path, name: str, shape: type[Shape]) -> Shape | None:
    """A folder's note, in the given shape; None if there is none. Raises UserError, OSError.

    Fields with a default were added later: older notes lack them.
    """
    try:
        data = Folder(place).whole(name, NOTE_BYTES)
    except FileNotFoundError:
        return None
    later = [one.name for one in fields(shape) if not is_bare(one)]  # type: ignore[arg-type]
    return reading.parse_as(shape, reading.decoded(data), optional=later)


def is_bare(one: dataclasses.Field[Any]) -> bool:
    """Has a dataclass's field no default?"""
    none = dataclasses.MISSING
    return one.default is none and one.default_factory is none


def write_note(place: Path, name: str, note: Mapping[str, Any]) -> None:
    """Write a note whole or not at all."""
    write_whole(place / name, (json.dumps(note, indent=1) + "\n").encode())


def write_frame(place: Path, name: str, frame: pd.DataFrame, columns: Columns) -> None:
    """Write a table whole or not at all, with six-digit numbers. Raises UserError."""
    if len(frame.columns) and not columns.are_of(frame):
        raise UserError(f"{name}: its columns are not those that are declared")
    data = frame.to_csv(index=False, float_format=DIGITS, na_rep=MISSING).encode()
    write_whole(place / f"{name}.csv", data)


def read_frame(place: Path, name: str, columns: Columns) -> pd.DataFrame:
    """A saved table.

    Raises ValueError or OSError if it is missing, damaged, too large, or not the declared table.
    """
    file = f"{name}.csv"
    try:
        text = Folder(place).whole(file, FRAME_BYTES)
    except FileNotFoundError:
        raise UserError(f"{file}: no such file") from None
    if not text.strip():
        return pd.DataFrame()
    texts = dict.fromkeys(columns.texts, str)
    found = pd.read_csv(BytesIO(text), dtype=texts, keep_default_na=False, na_values=[MISSING])
    if not columns.are_of(found):
        raise UserError(f"{file}: its columns are not those of this table")
    if found.empty:  # without cells, a column of numbers is read as text
        return found.astype({one: float for one in found if one not in texts})
    for column in found:
        cells = found[column]
        if column in texts:
            right = cells.dropna().map(str.isprintable).all()
        else:
            right = is_numeric_dtype(cells)  # includes True and False
        if not right:
            raise UserError(f"{file}: {column} holds what it cannot")
    return found
