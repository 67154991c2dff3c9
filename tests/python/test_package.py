"""The wheel and the source distribution, as users get them."""

from __future__ import annotations

import email
import os
import shutil
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

SOURCE_BUILD = Path(os.environ.get("LIBFX_SOURCE_BUILD", ROOT / "target/tools/python/source-build"))
"""Where the source distribution is unpacked and built: always the same, so that only what has changed is compiled again."""

QUICKLY = {
    "CARGO_NET_OFFLINE": "true",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_TARGET_DIR": str(SOURCE_BUILD / "target"),
}
"""A build for release that takes no longer than one for tests."""


def wheel() -> Path:
    return Path(os.environ["LIBFX_WHEEL"])


@pytest.fixture(scope="module")
def source_distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    run(*SDIST, folder, cwd=ROOT / "bindings/python")
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel_from_sources(source_distribution: Path) -> Path:
    """What pip makes of the source distribution, as it does for those whose platform has no wheel."""
    sources, wheels = SOURCE_BUILD / "sources", SOURCE_BUILD / "wheels"
    for folder in (sources, wheels):
        shutil.rmtree(folder, ignore_errors=True)
    sources.mkdir(parents=True)
    # With the time of now, since cargo does not compile again what is older than the last build.
    run("tar", "-x", "-z", "-m", "-f", source_distribution, "-C", sources, "--strip-components=1")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]
    run(*build, wheels, sources, **QUICKLY)
    (built,) = wheels.glob("*.whl")
    return built


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=cwd, env=os.environ | environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def answered_in_an_empty_environment(folder: Path, package: Path, url: str) -> str:
    """What a program prints that has nothing but this wheel, and asks for an answer."""
    venv.create(folder / "empty", with_pip=False)
    python = folder / "empty/bin/python"
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", target, package)
    program = f"import libfx; print(libfx.run('hi', api_key='k', gateway_chat_url={url!r}))"
    return run(python, "-I", "-c", program, cwd=folder)


def test_one_wheel_serves_every_python_of_its_platform() -> None:
    _, _, python, abi, platform = wheel().stem.split("-")
    assert (python, abi) == ("py3", "none")
    assert platform != "any"


def test_the_wheel_has_the_package_and_nothing_else() -> None:
    _, version, *_ = wheel().stem.split("-")
    with zipfile.ZipFile(wheel()) as packed:
        names = set(packed.namelist())
        about = email.message_from_bytes(packed.read(f"libfx-{version}.dist-info/METADATA"))
        licence = packed.read("libfx/LICENSE")
    assert {"libfx/__init__.py", "libfx/py.typed", "libfx/_support/__init__.py"} <= names
    (library,) = (name for name in names if name.startswith("libfx/_native/"))
    modules = {name for name in names if name.startswith("libfx/") and name.endswith(".py")}
    information = {f"libfx-{version}.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL")}
    assert names - modules - information == {library, "libfx/py.typed", "libfx/LICENSE"}
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert (about["License-Expression"], about["Requires-Python"]) == ("MIT OR Apache-2.0", ">=3.10")
    assert about["Requires-Dist"] is None
    assert about.get_payload(decode=True) == (ROOT / "bindings/python/README.md").read_bytes()


def test_the_source_distribution_has_the_sources_and_nothing_else(source_distribution: Path) -> None:
    with tarfile.open(source_distribution) as packed:
        names = [name.split("/", 1)[1] for name in packed.getnames()]
    outside = {name for name in names if not name.startswith("workspace/")}
    # hatchling adds the patterns of the repository where there is one.
    assert outside - {".gitignore"} == {"PKG-INFO", "README.md", "build_package.py", "pyproject.toml"}
    inside = {name.removeprefix("workspace/") for name in names} - outside
    assert {"Cargo.lock", "Cargo.toml", "LICENSE", "generated/python/libfx/py.typed"} <= inside
    assert inside <= set(run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines())


def test_the_wheel_works_in_an_empty_environment(tmp_path: Path, gateway: Gateway) -> None:
    assert answered_in_an_empty_environment(tmp_path, wheel(), gateway.session(answer("one")).url) == "one\n"


def test_the_source_distribution_builds_the_same_wheel(wheel_from_sources: Path) -> None:
    assert wheel_from_sources.name == wheel().name
    assert zipfile.ZipFile(wheel_from_sources).namelist() == zipfile.ZipFile(wheel()).namelist()


def test_a_wheel_from_sources_works_in_an_empty_environment(
    tmp_path: Path, gateway: Gateway, wheel_from_sources: Path
) -> None:
    assert answered_in_an_empty_environment(tmp_path, wheel_from_sources, gateway.session(answer("one")).url) == "one\n"


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
