"""Schemas from annotations, and values from what the model sends for them."""

from __future__ import annotations

import asyncio
import enum
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NewType, Optional, TypedDict

import libfx
import pytest

UserId = NewType("UserId", str)


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Place:
    """Where something is."""

    city: Annotated[str, "The city's name."]
    country: str = "DE"
    tags: list[str] = field(default_factory=list)


class Options(TypedDict, total=False):
    depth: int


def schema_of(annotation: Any) -> Any:
    def act(value: Any) -> None: ...

    act.__annotations__ = {"value": annotation}
    properties: Any = libfx.tool(act).input_schema["properties"]
    return properties["value"]


@pytest.mark.parametrize(
    "annotation, schema",
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (None, {"type": "null"}),
        (Any, {}),
        (UserId, {"type": "string"}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}),
        (tuple[float, ...], {"type": "array", "items": {"type": "number"}}),
        (dict[str, bool], {"type": "object", "additionalProperties": {"type": "boolean"}}),
        (Mapping[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Literal[1, "b"], {"enum": [1, "b"]}),
        (Color, {"type": "string", "enum": ["red", "blue"]}),
        (Optional[int], {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (Annotated[int, "How many."], {"type": "integer", "description": "How many."}),
        (
            Options,
            {"type": "object", "properties": {"depth": {"type": "integer"}}, "required": [], "additionalProperties": False},
        ),
        (
            Place,
            {
                "type": "object",
                "description": "Where something is.",
                "properties": {
                    "city": {"type": "string", "description": "The city's name."},
                    "country": {"type": "string"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["city"],
                "additionalProperties": False,
            },
        ),
    ],
)
def test_annotations_have_schemas(annotation: Any, schema: Any) -> None:
    assert schema_of(annotation) == schema


def test_docstrings_describe_the_tool_and_its_parameters() -> None:
    @libfx.tool
    def search(query: str, limit: int = 10) -> None:
        """Searches the notes.

        Finds whole words only.

        Args:
            query: What to look for,
                in any case.
            limit: How many notes at most.

        Returns:
            Nothing.
        """

    assert search.description == "Searches the notes.\n\nFinds whole words only."
    assert search.input_schema == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for, in any case."},
            "limit": {"type": "integer", "description": "How many notes at most.", "default": 10},
        },
        "required": ["query"],
        "additionalProperties": False,
    }


CONTEXT = libfx.ToolContext(tool_call_id="c", signal=threading.Event())


async def passed(annotation: Any, data: object) -> Any:
    """What the function gets for what the model sends."""

    async def act(value: Any) -> Any:
        return value

    act.__annotations__ = {"value": annotation}
    return await libfx.tool(act).execute({"value": data}, CONTEXT)


@pytest.mark.parametrize(
    "annotation, data, value",
    [
        (int, 3.0, 3),
        (float, 3, 3.0),
        (Color, "red", Color.RED),
        (tuple[int, ...], [1, 2], (1, 2)),
        (Place, {"city": "Bonn"}, Place("Bonn")),
        (list[Place], [{"city": "Bonn", "tags": ["a"]}], [Place("Bonn", tags=["a"])]),
        (int | str, "a", "a"),
        (Options, {"depth": 1}, {"depth": 1}),
    ],
)
def test_values_are_made_of_what_the_model_sends(annotation: Any, data: object, value: object) -> None:
    made = asyncio.run(passed(annotation, data))
    assert (made, type(made)) == (value, type(value))


@pytest.mark.parametrize(
    "annotation, data, told",
    [
        (int, True, "value: expected a whole number, got a boolean"),
        (int, 1.5, "value: expected a whole number, got a number"),
        (bool, 1, "value: expected a boolean, got a number"),
        (Literal[1], True, "value: expected one of 1, got True"),
        (list[int], [1, "b"], "value[1]: expected a whole number, got a string"),
        (dict[str, int], {"a": None}, "value.a: expected a whole number, got null"),
        (Place, {"country": "DE"}, "value.city: required"),
        (Place, {"city": "Bonn", "contry": "DE"}, "value.contry: unknown, did you mean 'country'?"),
        (int | None, "a", "value: expected a whole number, got a string; or value: expected null, got a string"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(annotation: Any, data: object, told: str) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        asyncio.run(passed(annotation, data))
    assert str(raised.value) == told


def test_parameters_need_types_that_have_schemas() -> None:
    with pytest.raises(TypeError, match="parameter 'value': a tool's parameters have names and types"):
        libfx.tool(lambda value: value)
    with pytest.raises(TypeError, match=r"parameter 'value': no schema can be made of the type Event"):

        @libfx.tool
        def act(value: threading.Event) -> None: ...

    with pytest.raises(TypeError, match="expected a function"):
        libfx.tool(3)  # type: ignore[call-overload]


def test_models_of_pydantic_are_types_too() -> None:
    pydantic = pytest.importorskip("pydantic")
    fields = {"city": (str, pydantic.Field(description="The city's name.", min_length=1)), "near": (list["Spot"], [])}
    spot: Any = pydantic.create_model("Spot", **fields)

    async def act(place: Any, count: Any) -> Any:
        return [type(place) is spot, place.city, count]

    act.__annotations__ = {"place": spot, "count": Annotated[int, pydantic.Field(gt=0)]}
    tool = libfx.tool(act)
    properties: Any = tool.input_schema["properties"]
    definitions: Any = tool.input_schema["$defs"]
    assert properties["count"] == {"type": "integer", "exclusiveMinimum": 0}
    assert definitions["Spot"]["properties"]["city"]["description"] == "The city's name."
    assert asyncio.run(tool.execute({"place": {"city": "Bonn"}, "count": 1}, CONTEXT)) == [True, "Bonn", 1]
    with pytest.raises(ValueError, match="at least 1 character"):
        asyncio.run(tool.execute({"place": {"city": ""}, "count": 1}, CONTEXT))
