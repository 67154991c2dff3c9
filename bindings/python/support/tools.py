"""Tools from typed functions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar, overload

from .._tool import ToolContext
from .parameters import Parameters
from .running import outcome_of

P = ParamSpec("P")
R = TypeVar("R")


class Tool(Generic[P, R]):
    """A function that the model may call, made by `tool`. It can still be called as the function that it was."""

    def __init__(self, function: Callable[P, R], name: str, description: str) -> None:
        """Use `tool`."""
        functools.update_wrapper(self, function)
        self._function = function
        self._name = name
        self._parameters = Parameters.of(function)
        self._description = description or self._parameters.description

    @property
    def name(self) -> str:
        """The name by which the model calls it."""
        return self._name

    @property
    def description(self) -> str:
        """What it does, for the model."""
        return self._description

    @property
    def input_schema(self) -> dict[str, object]:
        """The JSON Schema of its arguments, made from the function's parameters."""
        return self._parameters.schema

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Calls the function."""
        return self._function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<libfx.Tool {self._name}>"

    async def execute(self, input: object, context: ToolContext) -> object:
        """Calls the function with arguments of the model's: checks them, and runs a function that may block in a thread."""
        return await outcome_of(self._function, **self._parameters.read(input, context))


@overload
def tool(function: Callable[P, R], /) -> Tool[P, R]: ...
@overload
def tool(*, name: str = "", description: str = "") -> Callable[[Callable[P, R]], Tool[P, R]]: ...
def tool(function: Callable[..., Any] | None = None, /, *, name: str = "", description: str = "") -> object:
    """Makes a tool of a typed function.

        @libfx.tool
        async def count_words(path: Annotated[str, "The file to count the words of."]) -> int:
            '''Counts the words of a file.'''

    The model sees the function's name and docstring, and a schema of its parameters: `str`, `int`, `float`, `bool`, `None`,
    lists, dictionaries, tuples of one type, `Literal`, enums, unions, data classes, typed dictionaries, and whatever
    pydantic knows when it is installed. What a parameter is for is told by `Annotated[T, "…"]`, or in an `Args:` section of
    the docstring. A parameter of type `ToolContext` gets the circumstances of the call, and is not shown.

    A function that is not asynchronous runs in a thread. When the turn is cancelled, the task that runs the tool is
    cancelled; a function in a thread can look at `ToolContext.signal`.

    Args:
        function: The function, when the decorator is used without parentheses.
        name: The name, if not the function's own.
        description: What it does, for the model, if not what its docstring says.

    Raises:
        TypeError: A parameter has no type, or one that no schema can be made of.
    """

    def make(function: Callable[..., Any]) -> Tool[..., Any]:
        if not inspect.isroutine(function):
            raise TypeError(f"expected a function to make a tool of, got {function!r}")
        return Tool(function, name or function.__name__, description)

    return make if function is None else make(function)
