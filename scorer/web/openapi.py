"""A description of all questions and their keys in OpenAPI, for bots."""

from __future__ import annotations

from typing import Any

from scorer import __version__
from scorer.web.answers import EVERYWHERE, KEYS, QUERIES, Query

SCHEMAS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "text by name": {"type": "object", "additionalProperties": {"type": "string"}},
    "value by name": {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}},
    "value or null by name": {
        "type": "object",
        "additionalProperties": {"type": ["string", "integer", "boolean", "null"]},
    },
}
"""The JSON Schema of each sort of value."""
ANSWERS = {
    "200": "The answer, as scorer prints it with -f json. A hand that does not win is an answer, too.",
    "400": "The question has an unknown key, or a value of the wrong type.",
    "403": "The header x-scorer is missing.",
    "404": "There is no such question.",
    "411": "The header Content-Length is missing, or no number.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "421": "The Host header names another server.",
    "422": "The hand, the situation or the rules cannot be used; the error has every fault.",
    "503": "Too many questions at a time, or one that took too long.",
}


def openapi() -> dict[str, Any]:
    """The description of the server.

    >>> sorted(openapi()["paths"])[0]
    '/api/analyze'
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "scorer", "version": __version__},
        "paths": {f"/api/{name}": {"post": _operation(name, one)} for name, one in QUERIES.items()},
    }


def _operation(name: str, query: Query) -> dict[str, Any]:
    keys = {key: SCHEMAS[KEYS[key].sort] | {"description": KEYS[key].description} for key in query.keys}
    keys |= {key: SCHEMAS[KEYS[key].sort] | {"description": KEYS[key].description} for key in EVERYWHERE}
    schema = {"type": "object", "properties": keys, "additionalProperties": False}
    return {
        "operationId": name,
        "summary": query.description,
        "parameters": [
            {
                "name": "x-scorer",
                "in": "header",
                "required": True,
                "schema": {"type": "string"},
                "description": "Any text. Pages of other sites cannot send this header.",
            }
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            status: {"description": about, "content": {"application/json": {"schema": {}}}}
            for status, about in ANSWERS.items()
        },
    }
