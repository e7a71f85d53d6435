"""Builds the wheel, with the standard library alone: nothing is downloaded, and no compiler extension is made.

The package is Python; what it calls is libelastogap, which the C project builds (`make build`, unless it is there
already). The wheel holds it, the program `elastogap`, and the libraries that both need beyond the C library.

ELASTOGAP_BUILD names another build folder than ../build. The hooks are those of PEP 517 and PEP 660.
"""
from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import subprocess
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
PACKAGE = HERE / "src" / "elastogap"
SCRIPT = HERE / "src" / "elastogap_program.py"
NAME = "libelastogap.so.1"
# What every system with this C library has, and none may be given twice.
SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+)\.so\b.*")
STAMP = (2020, 1, 1, 0, 0, 0)  # the same wheel from the same files


def build_folder() -> Path:
    """Where the library and the program are; built if they are not."""
    folder = Path(os.environ.get("ELASTOGAP_BUILD", PROJECT / "build"))
    if not (folder / NAME).exists() or not (folder / "elastogap").exists():
        if not (PROJECT / "Makefile").is_file():
            raise SystemExit(f"{folder} has no {NAME}; name the folder in the environment variable ELASTOGAP_BUILD")
        subprocess.run(["make", "-C", str(PROJECT), "build", f"BUILD={folder}"], check=True)
    return folder


def version() -> str:
    """That of the headers."""
    text = (PROJECT / "include" / "elastogap" / "base.h").read_text()
    found = re.search(r'#define EG_VERSION "([^"]+)"', text)
    assert found
    return found.group(1)


def needed(binary: Path) -> list[Path]:
    """The libraries that a binary needs beyond the system's, each behind those that it needs itself."""
    found: list[Path] = []

    def visit(path: Path) -> None:
        lines = subprocess.run(["ldd", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
        places = {m.group(1): Path(m.group(2)) for m in (re.match(r"\s*(\S+) => (/\S+)", line) for line in lines) if m}
        text = subprocess.run(["objdump", "-p", str(path)], check=True, capture_output=True, text=True).stdout
        for name in re.findall(r"NEEDED\s+(\S+)", text):
            if SYSTEM.fullmatch(name) or name.startswith("libelastogap"):
                continue
            if name not in places:
                raise SystemExit(f"{path} needs {name}, which is not found")
            if all(p.name != name for p in found):
                visit(places[name])
                found.append(places[name])

    visit(binary)
    return found


def glibc(binaries: list[Path]) -> tuple[int, int]:
    """The oldest C library that has all they ask for."""
    newest = (2, 17)
    for path in binaries:
        text = subprocess.run(["objdump", "-T", str(path)], check=True, capture_output=True, text=True).stdout
        for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", text):
            newest = max(newest, (int(major), int(minor)))
    return newest


def metadata() -> str:
    project = (HERE / "pyproject.toml").read_text()
    said = dict(re.findall(r'^(name|description|requires-python) = "([^"]*)"', project, re.M))
    requirements = re.search(r"^dependencies = \[(.*)\]", project, re.M)
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {said['name']}",
        f"Version: {version()}",
        f"Summary: {said['description']}",
        f"Requires-Python: {said['requires-python']}",
        *(f"Requires-Dist: {r}" for r in re.findall(r'"([^"]+)"', requirements.group(1) if requirements else "")),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()


class Wheel:
    """A wheel that is being written."""

    def __init__(self, folder: str, tag: str) -> None:
        self.name = f"elastogap-{version()}-{tag}.whl"
        self.tag = tag
        self.info = f"elastogap-{version()}.dist-info"
        self.record: list[str] = []
        self.archive = zipfile.ZipFile(Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        entry = zipfile.ZipInfo(name, STAMP)
        entry.external_attr = (0o100000 | mode) << 16
        self.archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self) -> str:
        wheel = f"Wheel-Version: 1.0\nGenerator: elastogap\nRoot-Is-Purelib: false\nTag: {self.tag}\n"
        self.add(f"{self.info}/METADATA", metadata().encode())
        self.add(f"{self.info}/WHEEL", wheel.encode())
        self.add(f"{self.info}/entry_points.txt", b"[console_scripts]\nelastogap = elastogap_program:main\n")
        self.add(f"{self.info}/LICENSE", (PROJECT / "LICENSE").read_bytes())
        record = "\n".join([*self.record, f"{self.info}/RECORD,,"]) + "\n"
        self.archive.writestr(zipfile.ZipInfo(f"{self.info}/RECORD", STAMP), record)
        self.archive.close()
        return self.name


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Any Python, this machine and those with as new a C library."""
    built = build_folder()
    library, program = (built / NAME).resolve(), built / "elastogap"
    libraries = needed(library)
    for path in needed(program):
        if path not in libraries:
            libraries.append(path)
    major, minor = glibc([library, program, *libraries])
    machine = platform.machine()
    wheel = Wheel(wheel_directory, f"py3-none-manylinux_{major}_{minor}_{machine}")
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".typed"):
            wheel.add(str(path.relative_to(PACKAGE.parent)), path.read_bytes())
    wheel.add(f"{SCRIPT.name}", SCRIPT.read_bytes())
    wheel.add(f"elastogap/{NAME}", library.read_bytes(), 0o755)
    wheel.add("elastogap/bin/elastogap", program.read_bytes(), 0o755)
    for path in libraries:
        wheel.add(f"elastogap/libs/{path.name}", path.read_bytes(), 0o755)
    wheel.add("elastogap/libs/order", "".join(p.name + "\n" for p in libraries).encode())
    return wheel.close()


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """The package where it stands; ELASTOGAP_LIBRARY then says which library, or the system has it."""
    wheel = Wheel(wheel_directory, "py3-none-any")
    wheel.add("elastogap-editable.pth", f"{PACKAGE.parent}\n".encode())
    return wheel.close()


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    raise SystemExit("the package is built from the project's repository: pip install ./python there, or make wheel")
