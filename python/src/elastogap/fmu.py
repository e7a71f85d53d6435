"""Models that are FMUs, of any tool."""
from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from . import program
from .ensemble import Ensemble, Outcome
from .errors import Diagnostic, FileError, UsageError, warn
from .fixed import Stepper
from .linear import Linearization
from .model import Compiled, Model, Value, written
from .result import Result, read


class Fmu(Model):
    """An FMU (of FMI 2 or 3), to be simulated; `load` answers one for a file that ends in .fmu. It runs in the program,
    which the package brings, in a process of its own. What takes a model's equations it refuses."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(os.fsdecode(os.fspath(path)))
        if not self.path.is_file():
            raise FileError(f"{self.path} cannot be read: there is no such file")
        super().__init__(self.path.stem)

    def __reduce__(self) -> Any:
        return Fmu, (str(self.path.resolve()),)

    def copy(self) -> "Fmu":
        return Fmu(self.path)

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise UsageError(f"{self.path.name} is an FMU: it can be simulated, and tells nothing of its equations")

    def _made(self) -> Any:
        return self._refuse()

    def _compile(self, settings: Mapping[str, Value]) -> Compiled:
        self._refuse()
        raise AssertionError

    def ensemble(self, values: Mapping[str, Any], wanted: Mapping[str, Any], **options: Any) -> Outcome:
        self._refuse()
        raise AssertionError

    def prepare(self, names: Sequence[str], wanted: Mapping[str, Any]) -> Ensemble:
        self._refuse()
        raise AssertionError

    def stepper(self, step: float, outputs: Sequence[str] = (), **settings: Value) -> Stepper:
        self._refuse()
        raise AssertionError

    def linearize(self, time: float | None = None, **options: Any) -> Linearization:
        self._refuse()
        raise AssertionError

    def _change(self, kind: str, *arguments: Any) -> None:
        self._refuse()

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.stem

    def check(self) -> tuple[Diagnostic, ...]:
        """Nothing: an FMU is looked at when it runs."""
        return ()

    def info(self) -> str:
        """What `elastogap info` tells of the file."""
        return program.info(str(self.path.resolve()))

    def simulate(  # type: ignore[override]
        self,
        *,
        start_time: float | None = None,
        stop_time: float | None = None,
        interval: float | None = None,
        tolerance: float | None = None,
        engine: str | None = None,
        signals: Sequence[str] | None = None,
        inputs: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        kind: str | None = None,
        max_steps: int | None = None,
        time_limit: float | None = None,
        patience: float | None = None,
        progress: Callable[[float], Any] | None = None,
        **settings: Value,
    ) -> Result:
        """Runs it as `elastogap simulate X.fmu` does; settings are its parameters and start values.

        engine: of Model Exchange. inputs: a CSV, or arrays by name with one "time" [s], between which inputs run
        straight. kind: "me" or "cs". patience: how long one of its functions may take [s]. The result tells of no
        events and no energies. `progress` has no one to call it, and is refused.
        """
        if progress is not None:
            raise UsageError("an FMU runs in a process of its own, which calls no progress")
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "result.csv")
            arguments = ["simulate", str(self.path.resolve()), "-o", output, "--quiet"]
            options: Mapping[str, float | str | None] = {
                "--start-time": start_time,
                "--stop-time": stop_time,
                "--interval": interval,
                "--tolerance": tolerance,
                "--engine": engine,
                "--fmi-kind": kind,
                "--max-steps": max_steps,
                "--time-limit": time_limit,
                "--patience": patience,
            }
            for option, value in options.items():
                if value is not None:
                    arguments += [option, value if isinstance(value, str) else f"{value!r}"]
            if inputs is not None:
                arguments += ["--input", _table(inputs, folder)]
            for signal in signals or ():
                arguments += ["--signals", signal]
            for name, setting in settings.items():
                arguments += ["--set", f"{name}={written(setting)}"]
            _, said = program.call(arguments)
            result = read(output)
        result.name = self.path.stem
        result._diagnostics = (*result._diagnostics, *said)
        warn(said, 3)
        return result

    def __repr__(self) -> str:
        return f"<FMU {self.path.name}>"


def _table(inputs: Mapping[str, Any] | str | os.PathLike[str], folder: str) -> str:
    if not isinstance(inputs, Mapping):
        return os.path.abspath(os.fsdecode(os.fspath(inputs)))
    if "time" not in inputs:
        raise UsageError("inputs over time are arrays by name, one of which is 'time'")
    names = ["time", *(n for n in inputs if n != "time")]
    columns = np.broadcast_arrays(*[np.asarray(inputs[n], dtype=np.float64).ravel() for n in names])
    path = os.path.join(folder, "inputs.csv")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(",".join('"' + n.replace('"', '""') + '"' for n in names) + "\n")
        for row in zip(*columns):
            stream.write(",".join(repr(float(v)) for v in row) + "\n")
    return path
