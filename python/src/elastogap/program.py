"""What only the program does: FMUs, other languages, descriptions. The package brings it."""
from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Sequence

from elastogap_program import program

from .errors import Diagnostic, ElastogapError, FileError, ModelError, SimulationError, UnavailableError, UsageError

_KINDS: dict[int, type[ElastogapError]] = {1: ModelError, 2: UsageError, 3: SimulationError}
_PLACE = re.compile(r"(.*?):(\d+):(\d+): (note|warning|error): (.*)")
_PLAIN = re.compile(r"(?:\S.*?: )?(note|warning|error): (.*)")


def told(text: str) -> list[Diagnostic]:
    """What it has said, message by message."""
    said: list[Diagnostic] = []
    for line in text.splitlines():
        placed, plain = _PLACE.match(line), _PLAIN.match(line)
        if placed:
            file, row, column, severity, message = placed.groups()
            said.append(Diagnostic(severity, message, file, int(row), int(column), "", "", line))
        elif plain:
            said.append(Diagnostic(plain.group(1), plain.group(2), "", 0, 0, "", "", line))
        elif said:
            last, remedy = said[-1], line.partition("remedy: ")[2]
            said[-1] = Diagnostic(
                last.severity,
                last.message,
                last.file,
                last.line,
                last.column,
                last.source or ("" if remedy else line.strip()),
                last.remedy or remedy,
                f"{last.formatted}\n{line}",
            )
    return said


def call(arguments: Sequence[str]) -> tuple[str, list[Diagnostic]]:
    """Runs the program: what it prints, and what it says. Raises what it ends with; Ctrl-C ends it at once."""
    try:
        path, environment = program()
    except FileNotFoundError as fault:
        raise UnavailableError(str(fault)) from None
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [path, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, env=environment
        )
        try:
            assert process.stderr
            while chunk := process.stderr.read(65536):
                err.write(chunk)
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            assert process.stderr
            process.stderr.close()
        status = process.wait()
        out.seek(0)
        err.seek(0)
        printed, text = out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace").strip()
    said = told(text)
    if status != 0:
        if not said:
            first = text.partition("\n")[0] or f"elastogap ended with status {status}"
            said = [Diagnostic("error", first, "", 0, 0, "", "", text)]
        raise _KINDS.get(status, ElastogapError)(text or said[0].message, said)
    return printed, said


def write(arguments: Sequence[str], path: str | os.PathLike[str]) -> list[Diagnostic]:
    """Lets it write a file."""
    place = Path(os.fsdecode(os.fspath(path))).resolve()
    try:
        return call([*arguments, "-o", str(place)])[1]
    except SimulationError as fault:  # the status of a file that cannot be written
        raise FileError(str(fault), fault.diagnostics) from None


def info(name: str = "", *more: str) -> str:
    """What `elastogap info` tells: of all classes; of one ("ElastoGap"): parameters, ports, signs, equations; of a
    file, or of a class in a file: info("MyLib.mo", "Stop")."""
    return call(["info", *filter(None, (name, *more))])[0]
