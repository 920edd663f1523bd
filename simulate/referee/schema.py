"""The JSON Schema of a transcript, as strict as a schema can be.

It is generated from the models that read files, and includes their shorthand: texts instead of
objects, claims such as "players.Anna.krones", and which fields belong together. It cannot know
which cards, players and actions there are; patterns check the form of small texts.
"""

from __future__ import annotations

from typing import Any

from simulate.referee.document import BRINGS, FORMAT, KINDS, Document

VERSION = "1.1"  # increased with every change to what is accepted
ID = f"urn:grand-austria-hotel:{FORMAT}:{VERSION}"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema, as plain data."""
    made = Document.model_json_schema()
    forms, whole = made["$defs"], made["properties"]
    rules = {"$ref": "#/$defs/RulesForm"}
    name = {"type": "string", "minLength": 1, "maxLength": 40}
    whole["rules"] = {"anyOf": [_text(400), rules], "description": "The ruleset, or its spec."}
    whole["players"] = {
        "anyOf": [
            {"type": "array", "items": name, "minItems": 2, "maxItems": 4},
            {"type": "integer", "minimum": 2, "maximum": 4},
        ],
        "description": "The names in seat order, the first start player first; or how many.",
    }
    whole["steps"]["items"] = {"anyOf": [_text(120), {"$ref": "#/$defs/Step"}]}
    forms["RulesForm"]["properties"]["patches"]["items"] = {"type": ["string", "object"]}
    _step(forms["Step"])
    _claims(forms["Expect"], forms["PlayerExpect"])
    for form in (made, *forms.values()):
        _plain(form)
    start = [{"required": [one], "properties": {one: _SAID}} for one in ("setup", "position")]
    return {
        "$schema": DIALECT, "$id": ID, "version": VERSION, **made,
        "title": "Transcript of a game of Grand Austria Hotel", "oneOf": start,
    }  # fmt: skip


_SAID: Schema = {"not": {"type": "null"}}


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most}


def _given(*fields: str) -> Schema:
    """Any of these fields is there and not null."""
    return {"anyOf": [{"required": [one], "properties": {one: _SAID}} for one in fields]}


def _step(form: Schema) -> None:
    """One of KINDS, or else ``drawn`` or ``note``; with the fields specific to some of them."""
    alone = {"allOf": [{"not": _given(*KINDS)}, _given("drawn", "note")]}
    form["oneOf"] = [*(_given(kind) for kind in KINDS), alone]
    form["allOf"] = [
        {"if": _given("by"), "then": _given("do", "illegal")},
        {"if": _given("because"), "then": _given("illegal")},
        {"if": {"allOf": [_given("drawn"), _given(*KINDS)]}, "then": _given(*BRINGS)},
    ]


def _claims(form: Schema, player: Schema) -> None:
    """ "players.NAME.FIELD" is short for a claim about a player."""
    fields = sorted(player["properties"])
    form["patternProperties"] = {
        rf"^players\..+\.{field}$": {"$ref": f"#/$defs/PlayerExpect/properties/{field}"}
        for field in fields
    }


def _plain(form: Schema) -> None:
    """Without titles that repeat a field's name."""
    for field in form.get("properties", {}).values():
        field.pop("title", None)
