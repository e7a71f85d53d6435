"""Runs as pages and films: what `Result.report`, `Result.record` and `elastogap.report` do in C."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

from . import _c
from .errors import Messages, UsageError, check

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .result import Result

LINES = 8  # so many runs at most have a line each
_DARK = 2  # EG_DIAGRAM_DARK


class Shown:
    """A run as a page shows it, and what it points to."""

    def __init__(self, result: Result, label: str, file: str = "") -> None:
        self.run = _c.ReportRun(result._trajectory.handle, _c.encoded(label), _c.encoded(file) if file else None)
        if result._statistics is not None:
            self.run.statistics = ctypes.pointer(result._statistics)
        self._picture = result._draw() if result._draw else None
        self.run.diagram = self._picture.handle if self._picture else None


def write(
    runs: Mapping[str, Result],
    path: str | os.PathLike[str],
    title: str = "",
    chosen: str | int = 0,
    file: str = "",
) -> None:
    labels = list(runs)
    if chosen not in runs and not (isinstance(chosen, int) and 0 <= chosen < len(labels)):
        raise UsageError(f"there is no run {chosen!r} to choose; there are {', '.join(labels)}")
    first = chosen if isinstance(chosen, str) else labels[chosen]
    name = _c.encoded(title or runs[first].name)
    with Messages() as d:
        if len(labels) > LINES:
            check(_write_bands(runs, first, name, _c.path(path), d), d)
            return
        shown = [Shown(runs[n], n, file) for n in [first, *(n for n in labels if n != first)]]
        array = (_c.ReportRun * len(shown))(*(s.run for s in shown))
        check(_c.lib.eg_report_write(array, len(shown), name, _c.path(path), d.handle), d)


def _write_bands(runs: Mapping[str, Result], first: str, name: bytes, path: bytes, d: Messages) -> int:
    handles = [r._trajectory.handle for r in runs.values()]

    def read(_context: Any, i: int, _messages: Any, out: Any) -> int:
        out[0] = handles[i]
        return 0

    def release(_context: Any, _trajectory: Any) -> None:
        """They stay Python's."""

    shown = Shown(runs[first], first)
    everything = _c.ReportEnsemble(len(handles), _c.read_of_run(read), _c.release_of_run(release))
    return int(_c.lib.eg_report_write_bands(ctypes.byref(shown.run), ctypes.byref(everything), name, path, d.handle))


def record(
    result: Result,
    path: str | os.PathLike[str],
    size: tuple[int, int],
    rate: float,
    speed: float,
    span: tuple[float, float],
    dark: bool,
) -> None:
    o, shown, name = _c.lib.eg_record_options_default(), Shown(result, result.name), _c.encoded(result.name)
    o.width, o.height = size
    o.rate, o.speed, o.theme = rate, speed, _DARK if dark else 0
    setattr(o, "from", span[0])
    o.to = span[1]
    with Messages() as d:
        check(_c.lib.eg_report_record(ctypes.byref(shown.run), name, ctypes.byref(o), _c.path(path), d.handle), d)
