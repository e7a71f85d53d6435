"""What goes wrong, with place and remedy; and what the library says beside that."""
from __future__ import annotations

import ctypes
import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence

from . import _c

if TYPE_CHECKING:
    from .result import Result


@dataclass(frozen=True)
class Diagnostic:
    """One message of the library."""

    severity: str
    """"note", "warning" or "error"."""
    message: str
    """What is wrong: names object, time, value."""
    file: str
    """Where the text stands; "" when it came from calls."""
    line: int
    """From 1; 0 when unknown."""
    column: int
    """From 1, in bytes; 0 when unknown."""
    source: str
    """The line of the text."""
    remedy: str
    """What to do instead; "" when the message says it."""
    formatted: str
    """All of it, as the program prints it."""

    def __str__(self) -> str:
        return self.formatted


class ElastogapError(Exception):
    """An error of the library. str() is all it has said, with places and remedies."""

    diagnostics: tuple[Diagnostic, ...]
    """Everything it has said, notes and warnings too."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.diagnostics)

    @property
    def remedy(self) -> str:
        """What to do about the first error that says so."""
        remedies = [d.remedy for d in self.diagnostics if d.severity == "error" and d.remedy]
        return remedies[0] if remedies else ""


class UsageError(ElastogapError, ValueError):
    """The call is wrong: a value out of range, a name that nothing has."""


class ModelError(ElastogapError):
    """The model is wrong: its text, its structure, or it has no start."""


class SimulationError(ElastogapError):
    """The run failed on the way."""

    partial: "Result | None" = None
    """What there is up to the last good point."""


class FileError(ElastogapError):
    """A file could not be read or written."""


class UnavailableError(ElastogapError):
    """This build lacks the library that this needs."""


class ElastogapWarning(UserWarning):
    """What the library warns of."""

    diagnostic: Diagnostic
    """The message, with its place and remedy."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic

    def __reduce__(self) -> Any:
        return type(self), (self.diagnostic,)


class EnergyWarning(ElastogapWarning):
    """The balance of energies, or of heat, does not close: do not trust the numbers before another engine or a smaller
    tolerance has confirmed them."""

    def __init__(self, diagnostic: Diagnostic, error: float = math.nan, allowed: float = math.nan, likely: str = "",
                 sets: int = 1) -> None:
        super().__init__(diagnostic)
        self.error = error
        """What is missing or left over, over the largest energy of the run; the worst one of many runs, where known."""
        self.allowed = allowed
        """What it may be."""
        self.likely = likely
        """The path of the component where it is most likely lost, or ""."""
        self.sets = sets
        """In how many runs, of an ensemble or a sweep."""

    def __reduce__(self) -> Any:
        return type(self), (self.diagnostic, self.error, self.allowed, self.likely, self.sets)


_KINDS: dict[int, type[ElastogapError]] = {
    _c.ERROR_USAGE: UsageError,
    _c.ERROR_MODEL: ModelError,
    _c.ERROR_SIMULATION: SimulationError,
    _c.ERROR_FILE: FileError,
    _c.ERROR_UNAVAILABLE: UnavailableError,
}
_SEVERITIES = ("note", "warning", "error")


class Messages:
    """A list of the library's messages, for one call: `with Messages() as d: check(lib.call(..., d.handle), d)`."""

    __slots__ = ("handle",)

    def __init__(self) -> None:
        self.handle = _c.lib.eg_diagnostics_create()
        if not self.handle:
            raise MemoryError

    def __enter__(self) -> "Messages":
        return self

    def __exit__(self, *_: Any) -> None:
        _c.lib.eg_diagnostics_free(self.handle)
        self.handle = None

    def read(self) -> tuple[Diagnostic, ...]:
        """All messages so far, in order."""
        return tuple(
            _read(_c.lib.eg_diagnostics_get(self.handle, i)) for i in range(_c.lib.eg_diagnostics_count(self.handle))
        )


def _read(pointer: Any) -> Diagnostic:
    d = pointer.contents
    length = _c.lib.eg_diagnostic_format(pointer, 0, None, 0)
    buffer = ctypes.create_string_buffer(length + 1)
    _c.lib.eg_diagnostic_format(pointer, 0, buffer, length + 1)
    return Diagnostic(
        _SEVERITIES[d.severity],
        _c.text(d.message),
        _c.text(d.file),
        d.line,
        d.column,
        _c.text(d.source),
        _c.text(d.remedy),
        _c.text(buffer.value).rstrip("\n"),
    )


def error_of(status: int, messages: Messages) -> BaseException:
    """The exception for a status below 0."""
    if status == _c.ERROR_MEMORY:
        return MemoryError("out of memory in elastogap")
    said = messages.read()
    errors = "\n".join(str(d) for d in said if d.severity == "error")
    text = errors or "\n".join(str(d) for d in said) or _c.text(_c.lib.eg_status_text(status))
    return _KINDS.get(status, ElastogapError)(text, said)


def check(status: int, messages: Messages) -> None:
    """Raises what a status below 0 means."""
    if status < 0:
        raise error_of(status, messages)


def _as_it_is(diagnostic: Diagnostic) -> ElastogapWarning:
    return ElastogapWarning(diagnostic)


def warn(
    said: Iterable[Diagnostic], depth: int, of_energy: Callable[[Diagnostic], ElastogapWarning] = _as_it_is
) -> None:
    """Warns, at the line `depth` calls up, of what the library warns of."""
    for d in said:
        if d.severity == "warning":
            is_of_energy = " balance does not close" in d.message
            warnings.warn(of_energy(d) if is_of_energy else ElastogapWarning(d), stacklevel=depth)
