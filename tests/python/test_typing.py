"""The package and programs against the type checkers, at their strictest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import libfx
import pytest

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
PACKAGE = Path(libfx.__file__).parent
OLDEST = "3.10"

pytestmark = pytest.mark.skipif("LIBFX_PYRIGHT" not in os.environ, reason="type checkers are installed for one Python only")


def mypy(*arguments: str) -> str:
    command = [sys.executable, "-m", "mypy", "--strict", "--python-version", OLDEST, "--no-error-summary", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=HERE).stdout


def pyright(folder: Path, *include: Path) -> list[str]:
    """What pyright says of some files, as `file:line: message`."""
    settings = {"include": [str(path) for path in include], "typeCheckingMode": "strict", "pythonVersion": OLDEST}
    project = folder / "pyrightconfig.json"
    # Paths in the settings are relative to where those stand.
    settings["include"] = [os.path.relpath(path, folder) for path in include]
    project.write_text(json.dumps(settings), "utf-8")
    command = [*os.environ["LIBFX_PYRIGHT"].split(), "--outputjson", "--pythonpath", sys.executable, "-p", str(project)]
    report = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    assert report["summary"]["filesAnalyzed"] > 0
    return [
        f"{Path(it['file']).name}:{it['range']['start']['line'] + 1}: {it['message']}" for it in report["generalDiagnostics"]
    ]


def lines_marked_wrong() -> set[int]:
    source = (PROGRAMS / "wrong.py").read_text("utf-8").splitlines()
    return {number for number, line in enumerate(source, 1) if "# wrong: " in line}


def lines_of(problems: list[str]) -> set[int]:
    found = (re.match(r"(?:.*/)?wrong\.py:(\d+):", problem) for problem in problems)
    return {int(match[1]) for match in found if match}


def test_mypy_accepts_the_package() -> None:
    assert mypy("-p", "libfx") == ""


def test_pyright_accepts_the_package(tmp_path: Path) -> None:
    # What stands among installed packages is not checked, so a copy is.
    copy = tmp_path / "libfx"
    subprocess.run(["cp", "-r", str(PACKAGE), str(copy)], check=True)
    assert pyright(tmp_path, copy) == []


def test_mypy_accepts_programs_that_are_right() -> None:
    assert mypy(str(PROGRAMS / "right.py")) == ""


def test_pyright_accepts_programs_that_are_right(tmp_path: Path) -> None:
    assert pyright(tmp_path, PROGRAMS / "right.py") == []


def test_mypy_refuses_what_is_wrong_and_nothing_else() -> None:
    problems = [line for line in mypy(str(PROGRAMS / "wrong.py")).splitlines() if ": error: " in line]
    assert lines_of(problems) == lines_marked_wrong()


def test_pyright_refuses_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    assert lines_of(pyright(tmp_path, PROGRAMS / "wrong.py")) == lines_marked_wrong()


def test_everything_that_is_exported_has_docs() -> None:
    exported = {name: getattr(libfx, name) for name in libfx.__all__}
    bare = [name for name, it in exported.items() if isinstance(it, (type, FunctionType)) and not (it.__doc__ or "").strip()]
    assert bare == []
