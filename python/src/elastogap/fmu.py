"""Models that are FMUs, and FMUs of models: by the program, which the package brings."""
from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Mapping, Sequence

from .__main__ import program
from .errors import Diagnostic, ElastogapError, FileError, ModelError, SimulationError, UsageError
from .result import Result, read

_KINDS: dict[int, type[ElastogapError]] = {1: ModelError, 2: UsageError, 3: SimulationError}


def call(arguments: Sequence[str]) -> str:
    """Runs the program; what it says on standard error, raised where it fails."""
    path, environment = program()
    done = subprocess.run([path, *arguments], capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        said = done.stderr.strip() or f"elastogap ended with status {done.returncode}"
        lines = said.splitlines()
        remedies = [line.split("remedy:", 1)[1].strip() for line in lines if "remedy:" in line]
        d = Diagnostic("error", lines[0], "", 0, 0, "", remedies[0] if remedies else "", said)
        raise _KINDS.get(done.returncode, ElastogapError)(said, [d])
    return done.stderr


def export(source: Sequence[str], path: str | os.PathLike[str], fmi: float, options: Sequence[str]) -> None:
    """An FMU of the model that `source` names to the program."""
    try:
        call(["fmu", *source, "--fmi", f"{fmi:g}", "-o", os.fspath(Path(path).resolve()), *options])
    except SimulationError as fault:  # the status of a file that cannot be written
        raise FileError(str(fault), fault.diagnostics) from None


class Fmu:
    """An FMU, of any tool, to be simulated."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise FileError(f"{os.fspath(path)} cannot be read: there is no such file")

    def simulate(
        self,
        *,
        start_time: float | None = None,
        stop_time: float | None = None,
        interval: float | None = None,
        tolerance: float | None = None,
        signals: Sequence[str] | None = None,
        **settings: Any,
    ) -> Result:
        """Runs it as `elastogap simulate X.fmu` does; settings are its parameters and start values."""
        from .model import written

        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "result.csv")
            arguments = ["simulate", str(self.path.resolve()), "-o", output, "--quiet"]
            numbers: Mapping[str, float | None] = {
                "--start-time": start_time,
                "--stop-time": stop_time,
                "--interval": interval,
                "--tolerance": tolerance,
            }
            for option, number in numbers.items():
                if number is not None:
                    arguments += [option, repr(float(number))]
            for signal in signals or ():
                arguments += ["--signals", signal]
            for name, value in settings.items():
                arguments += ["--set", f"{name}={written(value)}"]
            call(arguments)
            result = read(output)
            result.name = self.path.stem
            return result

    def __repr__(self) -> str:
        return f"<FMU {self.path.name}>"
