"""The wheel and the source distribution, as users get them."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from support import ROOT, Gateway, answer

pytestmark = pytest.mark.skipif("LIBFX_WHEEL" not in os.environ, reason="there is no wheel to look at")

SDIST = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory"]


def wheel() -> Path:
    return Path(os.environ["LIBFX_WHEEL"])


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=cwd, env=os.environ | environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_one_wheel_serves_every_python_of_its_platform() -> None:
    name, version, python, abi, platform = wheel().stem.split("-")
    assert (name, python, abi) == ("libfx", "py3", "none")
    assert platform != "any"
    names = zipfile.ZipFile(wheel()).namelist()
    assert {"libfx/__init__.py", "libfx/py.typed", "libfx/LICENSE"} <= set(names)
    assert len([name for name in names if name.startswith("libfx/_native/")]) == 1
    assert not [name for name in names if not name.startswith(("libfx/", f"libfx-{version}.dist-info/"))]


def test_the_wheel_works_in_an_empty_environment(tmp_path: Path, gateway: Gateway) -> None:
    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty/bin/python"
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", target, wheel())
    url = gateway.session(answer("one")).url
    program = f"import libfx; print(libfx.run('hi', api_key='k', gateway_chat_url={url!r}))"
    assert run(python, "-I", "-c", program, cwd=tmp_path) == "one\n"


def test_the_source_distribution_builds(tmp_path: Path) -> None:
    run(*SDIST, tmp_path, cwd=ROOT / "bindings/python")
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path)
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    # cargo reads the workspace that is inside; what it would build is the same library as that of the wheel.
    run("cargo", "metadata", "--offline", "--format-version=1", "--no-deps", cwd=folder / "workspace")
    with zipfile.ZipFile(wheel()) as packed_wheel:
        (library,) = (name for name in packed_wheel.namelist() if name.startswith("libfx/_native/"))
        packed_wheel.extract(library, tmp_path)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path / "again"]
    run(*build, folder, LIBFX_LIBRARY=str(tmp_path / library))
    (built,) = (tmp_path / "again").glob("*.whl")
    assert zipfile.ZipFile(built).namelist() == zipfile.ZipFile(wheel()).namelist()


def test_a_library_of_another_contract_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel()) as packed:
        packed.extractall(tmp_path)
    calls = tmp_path / "libfx/_calls.py"
    text = calls.read_text("utf-8")
    calls.write_text(text.replace("MODEL_HASH: Final = \"", "MODEL_HASH: Final = \"0"), "utf-8")
    program = "import libfx\ntry:\n    libfx.run('hi', api_key='k')\nexcept libfx.NativeUnavailableError as error:\n    print(error.cause_code)"
    assert run(sys.executable, "-c", program, cwd=tmp_path) == "LIBFX_NATIVE_API_MISMATCH\n"
    next((tmp_path / "libfx/_native").iterdir()).unlink()
    assert run(sys.executable, "-c", program, cwd=tmp_path) == "LIBFX_NATIVE_ARTIFACT_MISSING\n"
