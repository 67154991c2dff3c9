"""Packs the wheel and the source distribution: what hatchling cannot know because it stands outside of this folder.

A wheel holds the generated modules, the hand-written ones beside them, and the shared library, which is loaded by ctypes: so
one wheel serves every version of Python on its platform. The library is built by cargo, unless LIBFX_LIBRARY names one. A
source distribution holds the sources of all that, as a cargo workspace of its own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

WORKSPACE = "workspace"
"""Where a source distribution has the cargo workspace."""

MEMBERS = ("bindings/c", "generated/rust", "generated/wire", "runtime")
"""The crates that the library is made of."""

TEST_MEMBERS = ("tests/gateway",)
"""Crates that only their tests use, without which cargo does not read the workspace."""

PACKED = (
    *MEMBERS,
    *TEST_MEMBERS,
    "Cargo.lock",
    "LICENSE",
    "README.md",
    "bindings/python/support",
    "generated/c",
    "generated/python",
    "rust-toolchain.toml",
)
"""Everything of the repository that a source distribution needs."""


class PackageBuild(BuildHookInterface[Any]):
    """What is packed besides the files of this folder."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        packed: dict[str, str] = build_data["force_include"]
        if self.target_name == "wheel":
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform()}"
            library = Path(os.environ.get("LIBFX_LIBRARY") or built_library(self._repository))
            packed |= {str(source): target for source, target in wheel_files(self._repository, library)}
        else:
            packed |= {str(source): target for source, target in source_files(self._repository)}
            packed[str(self._reduced_manifest())] = f"{WORKSPACE}/Cargo.toml"

    @property
    def _repository(self) -> Path:
        """The repository, or its part that a source distribution has."""
        own = Path(self.root)
        return own / WORKSPACE if (own / WORKSPACE).exists() else own.parents[1]

    def _reduced_manifest(self) -> Path:
        """The workspace's manifest with the members that are packed."""
        text = (self._repository / "Cargo.toml").read_text("utf-8")
        members = json.dumps([*MEMBERS, *TEST_MEMBERS])
        text = re.sub(r"^members = \[.*?^\]", f"members = {members}", text, count=1, flags=re.MULTILINE | re.DOTALL)
        text = re.sub(r"^default-members = .*$", 'default-members = ["bindings/c"]', text, flags=re.MULTILINE)
        manifest = Path(tempfile.mkdtemp()) / "Cargo.toml"
        manifest.write_text(text, "utf-8")
        return manifest


def platform() -> str:
    """What a library that was built here runs on: on Linux, systems whose C library is not older."""
    tags = list(platform_tags())
    return next((tag for tag in tags if not tag.startswith("linux")), tags[0])


def wheel_files(repository: Path, library: Path) -> list[tuple[Path, str]]:
    """The files of the package, and where they go."""
    generated = (repository / "generated/python/libfx").iterdir()
    support = (repository / "bindings/python/support").glob("*.py")
    return [
        *((path, f"libfx/{path.name}") for path in generated if path.is_file()),
        *((path, f"libfx/_support/{path.name}") for path in support),
        (library, f"libfx/_native/{library.name}"),
        (repository / "LICENSE", "libfx/LICENSE"),
    ]


def source_files(repository: Path) -> list[tuple[Path, str]]:
    """The sources of the wheel, and where they go."""
    return [(repository / path, f"{WORKSPACE}/{path}") for path in PACKED]


def built_library(repository: Path) -> str:
    """Builds the shared library for release, and gives its path."""
    build = ["cargo", "build", "--release", "--package", "libfx-ffi", "--message-format=json-render-diagnostics"]
    output = subprocess.run(build, cwd=repository, stdout=subprocess.PIPE, check=True).stdout
    messages = (json.loads(line) for line in output.splitlines())
    artifacts = [it for it in messages if it["reason"] == "compiler-artifact" and it["target"]["name"] == "libfx_ffi"]
    files: list[str] = artifacts[-1]["filenames"]
    return next(file for file in files if not file.endswith((".a", ".lib", ".pdb")))
