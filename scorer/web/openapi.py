"""A description of all questions and their keys in OpenAPI, for bots."""

from __future__ import annotations

from typing import Any

from scorer import __version__
from scorer.parameters import ANYWHERE, COUNT, PARAMETERS, Parameter
from scorer.questions.registry import Query
from scorer.web.sentences import WEB_QUESTIONS

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
    "503": "Too many questions at a time; or one that needs too much time or memory, or too long an answer.",
}


def openapi() -> dict[str, Any]:
    """The description of the server.

    >>> sorted(openapi()["paths"])[0]
    '/api/analyze'
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "scorer", "version": __version__},
        "paths": {f"/api/{name}": {"post": _operation(name, one)} for name, one in WEB_QUESTIONS.items()},
    }


def _operation(name: str, query: Query) -> dict[str, Any]:
    keys = {name: _schema(PARAMETERS[name]) for name in (*query.parameters, *ANYWHERE)}
    schema = {"type": "object", "properties": keys, "additionalProperties": False}
    return {
        "operationId": name,
        "summary": query.meaning,
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


def _schema(parameter: Parameter) -> dict[str, object]:
    """The JSON Schema of a parameter's value."""
    choices = {"enum": list(parameter.choices)} if parameter.name in ANYWHERE else {}
    default = {} if parameter.default is None else {"default": parameter.default}
    bounds: dict[str, object] = {}
    if parameter.bounds:
        names = ("minimum", "maximum") if parameter.sort is COUNT else ("minItems", "maxItems")
        bounds = dict(zip(names, parameter.bounds, strict=True))
    return {**parameter.sort.schema, **choices, **bounds, **default, "description": parameter.meaning}
