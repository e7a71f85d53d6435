"""The program `elastogap`, as the package brings it: the script of that name. It needs no numpy."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent / "elastogap"


def bundled(folder: Path = PACKAGE) -> list[Path]:
    """The libraries that came with the package, each behind those that it needs."""
    order = folder / "libs" / "order"
    return [folder / "libs" / name for name in order.read_text().split()] if order.is_file() else []


def program() -> tuple[str, dict[str, str]]:
    """Its path, and the environment in which it finds its libraries."""
    environment = dict(os.environ)
    own = PACKAGE / "bin" / "elastogap"
    if own.is_file():
        folders = {str(path.parent) for path in bundled()} | set(filter(None, [environment.get("LD_LIBRARY_PATH")]))
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(sorted(folders))
        return str(own), environment
    chosen = os.environ.get("ELASTOGAP_LIBRARY")
    beside = Path(chosen).parent / "elastogap" if chosen else None
    found = str(beside) if beside and beside.is_file() else shutil.which("elastogap")
    if not found:
        raise FileNotFoundError("the program elastogap is not installed: pip install ./python brings it")
    return found, environment


def main() -> None:
    """Becomes the program."""
    path, environment = program()
    os.execve(path, [path, *sys.argv[1:]], environment)
