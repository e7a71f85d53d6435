"""Tables of sweeps and ensembles, as files have them."""
from __future__ import annotations

import csv
import html
import itertools
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from .errors import FileError
from .result import Floats, needs

if TYPE_CHECKING:
    import pandas

_NUMBERS = ("row", "set")
"""What the first column is called, of a sweep and of an ensemble."""
_LAST = ("status", "energy_error", "reason")
_BLOCK = 20_000
"""Lines that are texts at a time."""


@dataclass(frozen=True)
class Table(Mapping[str, Floats]):
    """table["stop.c"], table["max(abs(stop.f))"]: what rows gave and came to, a number a row, NaN where there is none.
    The arrays are Python's own."""

    path: str
    columns: dict[str, Floats] = field(repr=False)
    """(rows) by name, in the order of the file; of two with one name the second is called "NAME (2)"."""
    rows: NDArray[np.int64] = field(repr=False)
    """(rows) their numbers."""
    status: NDArray[np.str_] = field(repr=False)
    """(rows) "done", "wrong", "failed" or "refused"."""
    energy_error: Floats = field(repr=False)
    """(rows) of the balance; NaN where it was not looked at."""
    reasons: dict[int, str] = field(repr=False)
    """Why rows have failed, by their numbers."""
    units: dict[str, str] = field(default_factory=dict, repr=False)
    """Of columns that have one, where the file has them (.h5)."""
    attributes: dict[str, Any] = field(default_factory=dict)
    """What the file tells of itself (.h5): model, design, count, seed, program."""

    def __getitem__(self, name: str) -> Floats:
        """One column, a number a row."""
        try:
            return self.columns[name]
        except KeyError:
            raise KeyError(f"{name!r} is none of {', '.join(self.columns)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def failed(self) -> NDArray[np.bool_]:
        """(rows) which of them have no results."""
        return np.asarray(self.status != "done")

    def to_pandas(self) -> "pandas.DataFrame":
        """A DataFrame of the columns, with status, by the numbers of rows. Takes pandas; what that writes, such as
        Parquet, takes the packages that it names."""
        frames = needs("pandas")
        columns: dict[str, Any] = dict(self.columns)
        for name in _LAST[:2]:
            columns[_free(name, columns)] = getattr(self, name)
        return frames.DataFrame(columns, index=frames.Index(self.rows, name="row"))

    def __repr__(self) -> str:
        failed = int(self.failed.sum())
        return f"<table {self.path}: {len(self.rows)} rows, {failed} failed: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        lines = "".join(
            f"<tr><td>{self.rows[k]}</td>" + "".join(f"<td>{v[k]:.6g}</td>" for v in self.columns.values()) + "</tr>"
            for k in range(min(10, len(self.rows)))
        )
        return f"<p>{html.escape(repr(self)[1:-1])}</p><table><tr><th>row</th>{head}</tr>{lines}</table>"


def read_table(path: str | os.PathLike[str]) -> Table:
    """The table that a sweep or an ensemble has written: CSV, or HDF5 (.h5; takes h5py)."""
    place = Path(os.fsdecode(os.fspath(path)))
    try:
        return _read_hdf5(place) if place.suffix.lower() == ".h5" else _read_csv(place)
    except OSError as fault:
        raise FileError(f"{place}: cannot be read: {fault.strerror or fault}") from fault


def _free(name: str, taken: Any) -> str:
    """A name that no other column has, as HDF5 tables make it."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    return found


def _none(place: Path, why: str) -> FileError:
    return FileError(
        f"{place} is no table of a sweep or an ensemble: {why}; results of a run are read by elastogap.read"
    )


def _read_csv(place: Path) -> Table:
    with open(place, encoding="utf-8-sig", newline="") as f:
        lines = csv.reader(f)
        try:
            head: list[str] = next(lines, [])
            last = [name for name in _LAST if name in head[-3:]]
            if len(head) < 3 or head[0] not in _NUMBERS or last[:2] != ["status", "energy_error"]:
                raise _none(place, "its first line is not that of one")
            blocks = list(_blocks(place, lines, head, len(last)))
        except (csv.Error, UnicodeDecodeError) as fault:
            raise _none(place, str(fault)) from fault
    columns: dict[str, Floats] = {}
    for k, name in enumerate(head[1 : len(head) - len(last)]):
        columns[_free(name, {head[0], *columns})] = _joined([b[0][k + 1] for b in blocks])
    rows = _joined([b[0][0] for b in blocks]).astype(np.int64)
    status = _joined([b[1] for b in blocks]).astype("U7")
    errors = _joined([b[2] for b in blocks])
    reasons = {row: why for b in blocks for row, why in b[3].items()}
    return Table(str(place), columns, rows, status, errors, reasons)


def _blocks(place: Path, lines: Any, head: list[str], behind: int) -> Iterator[tuple[Any, Any, Floats, dict[int, str]]]:
    """Numbers (columns, rows), status, errors of the balance and reasons of some lines each."""
    width, numbers = len(head), len(head) - behind
    while True:
        block = list(itertools.islice(lines, _BLOCK))
        if not block:
            return
        if any(len(line) != width for line in block):
            wrong = next(k for k, line in enumerate(block) if len(line) != width)
            raise _none(place, f"line {lines.line_num - len(block) + 1 + wrong} has not {width} fields")
        fields = list(zip(*block))
        try:
            columns = np.array([_floats(column) for column in fields[:numbers]])
            errors = _floats(fields[numbers + 1])
        except ValueError as fault:
            raise _none(place, f"{fault} before line {lines.line_num + 1}") from fault
        reasons = {int(line[0]): line[-1] for line in block if line[-1]} if behind == len(_LAST) else {}
        yield columns, np.array(fields[numbers], dtype="U7"), errors, reasons


def _joined(pieces: list[Any]) -> Any:
    return np.concatenate(pieces) if pieces else np.zeros(0)


def _floats(column: Any) -> Floats:
    return np.array([text or "nan" for text in column], dtype=np.float64)


def _read_hdf5(place: Path) -> Table:
    h5py = needs("h5py")
    with h5py.File(place, "r") as f:
        if not {"rows", "columns", "reasons"} <= set(f):
            raise _none(place, "it lacks /rows, /columns or /reasons")
        records, about, why = f["rows"][:], f["columns"][:], f["reasons"][:]
        attributes = {name: _plain(value) for name, value in f.attrs.items()}
    members = records.dtype.names
    kinds = [_plain(kind) for kind in about["kind"]]
    at = {kind: members[kinds.index(kind)] for kind in ("number", "status", "error")}
    columns = {
        member: np.ascontiguousarray(records[member], dtype=np.float64)
        for member in members
        if member not in at.values()
    }
    rows, errors = (np.ascontiguousarray(records[at[kind]]) for kind in ("number", "error"))
    reasons = {int(row): _plain(text) for row, text in zip(why["row"], why["reason"])}
    told = dict(zip(members, map(_plain, about["unit"])))
    units = {name: told[name] for name in columns if told[name]}
    return Table(str(place), columns, rows, records[at["status"]].astype("U7"), errors, reasons, units, attributes)


def _plain(value: Any) -> Any:
    """A text or a number of Python."""
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if isinstance(value, np.generic) else value
