"""Answers of studies, kept as files: for reports where nobody has asked the question at length.

An answer is kept in a folder of its own, a table a frame beside a note with all else, with what it
rests on: the parts of the fingerprint of play (`simulate.fingerprint`). It is given again as long
as rules and players play as they did then.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd
from rich.console import Console

from analysis.studies.study import SettingsStudy, settings_from
from model import UserError, reading
from simulate.data.files import write_whole
from simulate.fingerprint import fingerprint, holds
from simulate.provenance import commit

NOTE = "note.json"
DIGITS = "%.6g"
MISSING = "NaN"
"""What stands for a value that is not there; an empty text stands for itself."""

NOTE_BYTES, FRAME_BYTES = 1 << 20, 1 << 25
"""More than a note and a frame hold."""


def folder_of(folder: Path, name: str, rules: str) -> Path:
    """Where the answer of a study under some rules is kept below a folder."""
    return folder / f"{name}-{quote(rules, safe='+-_.,')}"


def answered(
    study: SettingsStudy[Any, Any], workers: int, console: Console, folder: Path | None
) -> Any:
    """The answer of a study (`Study.answer`), kept below a folder if one is named.

    Raises UserError, before anything is played, for a question that no report tells of: one that
    leaves no note.
    """
    check(study, folder)
    found = study.answer(workers, console)
    if folder is not None:
        keep(folder, study, found)
    return found


def check(study: SettingsStudy[Any, Any], folder: Path | None) -> None:
    """Raises UserError for a question that no report tells of, if it is to be kept in a folder."""
    if folder is not None and study.note() is None:
        raise UserError(f"--keep {folder}: no report tells of `{study.command}`")


def keep(folder: Path, study: SettingsStudy[Any, Any], answer: Any) -> Path:
    """Keep an answer below a folder, in place of the one before; returns where."""
    place = folder_of(folder, study.note_name(), study.settings.rules)
    plain = {}
    for field in fields(answer):
        value = getattr(answer, field.name)
        if isinstance(value, pd.DataFrame):
            write_frame(place / f"{field.name}.csv", value)
        elif field.name != "settings":
            plain[field.name] = value
    note = {
        "command": study.command, "commit": commit(), "play": fingerprint(study.parts()),
        "settings": asdict(study.settings), "plain": plain,
    }  # fmt: skip
    write_whole(place / NOTE, (json.dumps(note, indent=1) + "\n").encode())
    return place


def kept(folder: Path, study: type[SettingsStudy[Any, Any]], rules: str) -> Any:
    """The answer that is kept of a study under some rules; None if there is none that holds.

    Raises UserError if it is damaged.
    """
    place = folder_of(folder, study.note_name(), rules)
    if not (place / NOTE).exists():
        return None
    try:
        note = read_note(place / NOTE)
        if not holds(dict(note["play"])):
            return None
        found = {"settings": settings_from(study.asks, note["settings"]), **note["plain"]}
        for field in fields(study.answers):
            if field.name not in found:
                found[field.name] = read_frame(place / f"{field.name}.csv")
        return study.answers(**found)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise damaged(place, error) from None


def damaged(place: Path, error: Exception) -> UserError:
    """What is said of a folder that cannot be read as it was written."""
    said = error if isinstance(error, UserError) else f"{type(error).__name__} {error}"
    return UserError(f"{place}: damaged: {said}")


def read_note(path: Path) -> Any:
    """What a note says. Raises UserError if it is missing, too large, or no JSON."""
    return reading.parse_json(reading.decoded(reading.read_bytes(path, NOTE_BYTES)))


def write_frame(path: Path, frame: pd.DataFrame) -> None:
    """Write a frame whole or not at all, numbers with six digits."""
    write_whole(path, frame.to_csv(index=False, float_format=DIGITS, na_rep=MISSING).encode())


def read_frame(path: Path) -> pd.DataFrame:
    """A frame that was written. Raises ValueError if it is missing, damaged or too large."""
    try:
        text = reading.read_bytes(path, FRAME_BYTES)
    except UserError as error:
        raise UserError(f"{path.name}: {error}") from None
    if not text.strip():
        return pd.DataFrame()
    return pd.read_csv(
        BytesIO(text), dtype={"item": str, "a": str, "b": str}, keep_default_na=False,
        na_values=[MISSING],
    )  # fmt: skip
