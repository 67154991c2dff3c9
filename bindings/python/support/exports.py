"""How the package shows what it exports."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType


def present_as(package: str, exported: Iterable[object]) -> None:
    """Has classes and functions name the package, where they are imported from, and not the module that they stand in."""
    for value in exported:
        if isinstance(value, (type, FunctionType)):
            value.__module__ = package
