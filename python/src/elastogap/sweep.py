"""Sweeps: designs of many runs, stopped and gone on with, and what they come to."""
from __future__ import annotations

import ctypes
import html
import itertools
import math
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _c
from .calls import Stop, interruptible
from .ensemble import set_run
from .errors import Diagnostic, EnergyWarning, Messages, UsageError, check, error_of, warn
from .result import Floats

if TYPE_CHECKING:
    import pandas

    from .ensemble import Ensemble

DESIGNS = ("grid", "random", "latin", "sobol", "saltelli", "saltelli2")
"""Kinds of designs: all combinations of ranges and lists; drawn; Latin hypercube; Sobol's sequence; what Sobol's
indices are estimated from; the same for pairs of factors, too."""
_EFFECTS_MOST = 20


class Interval(NamedTuple):
    """A number, and between which bounds it lies with a chance of 95 %."""

    value: float
    low: float
    high: float


class Effect(NamedTuple):
    """Where a factor is about `at`, the mean is so much greater than it is over all rows."""

    at: float
    difference: Interval


def _interval(of: Any) -> Interval:
    return Interval(of.value, of.low, of.high)


class _Law(_c.Held):
    """A distribution that the library has read."""

    def __init__(self, text: str) -> None:
        self.law = _c.Law()
        with Messages() as d:
            check(_c.lib.eg_law_read(_c.encoded(text), ctypes.byref(self.law), d.handle), d)

    def __del__(self) -> None:
        _c.lib.eg_law_release(ctypes.byref(self.law))


def quantile(law: str, p: Any) -> Floats:
    """The values of a distribution ("normal(60, 5)") below which its chances p lie, from 0 to 1; NaN for what is no
    chance."""
    read, chances = _Law(law), np.asarray(p, dtype=np.float64)
    values = [_c.lib.eg_law_quantile(ctypes.byref(read.law), x, 1 - x) for x in chances.ravel()]
    return np.array(values, dtype=np.float64).reshape(chances.shape)


Factor = Any
"""What a parameter may be: a distribution as a str, "uniform(1, 2)", "loguniform(1e3, 1e5)", "normal(60, 5)",
"normal(0, 1, -3, 3)" within bounds, "lognormal", "triangular", "exponential", "weibull", "gumbel", "range(1, 10, 4)",
"logrange"; or values, of which a grid has all and other designs draw."""


def _law_text(factor: Factor) -> str:
    if isinstance(factor, str):
        return factor
    if factor is None:
        raise TypeError("a factor is a distribution or values, not None")
    values = np.asarray(factor, dtype=np.float64).ravel()
    return "list(" + ", ".join(repr(float(v)) for v in values) + ")"


class Design(_c.Held):
    """A plan of rows: row k is a function of k and the seed alone. Const, for any number of threads.

    kind: one of `DESIGNS`. factors: what each parameter may be (`Factor`). count: rows (of a grid: at each of its
    points; of "saltelli": blocks of factors + 2 rows, of "saltelli2" of 2 factors + 2). correlations:
    {("a", "b"): 0.5} of the normal numbers behind two factors. table: arrays by name, whose rows come first, of a grid.
    """

    def __init__(
        self,
        kind: str,
        factors: Mapping[str, Factor],
        count: int = 1,
        *,
        seed: int = 1,
        correlations: Mapping[tuple[str, str], float] | None = None,
        table: Mapping[str, Any] | None = None,
    ) -> None:
        if kind not in DESIGNS:
            raise UsageError(f"{kind!r} is no design; there are {', '.join(DESIGNS)}")
        self.kind, self.seed, self.count = kind, seed, count
        self.factors = tuple(factors)
        self.names = (*(table or {}), *self.factors)
        """Of the columns: those of the table, then the factors."""
        self._again = (kind, dict(factors), count, seed, dict(correlations or {}), dict(table or {}))
        laws = [_Law(_law_text(f)) for f in factors.values()]
        listed = (_c.Factor * max(len(laws), 1))(*[
            _c.Factor(_c.encoded(name), law.law) for name, law in zip(self.factors, laws)
        ])
        tied = [self._tie(pair, value) for pair, value in (correlations or {}).items()]
        columns = [np.asarray(v, dtype=np.float64).ravel() for v in (table or {}).values()]
        if len({c.size for c in columns}) > 1:
            raise UsageError("the columns of the table are not of one length")
        rows = np.ascontiguousarray(np.column_stack(columns)) if columns else np.zeros((0, 0))
        o = _c.DesignOptions(
            ctypes.sizeof(_c.DesignOptions),
            DESIGNS.index(kind),
            _c.count(count, name="count"),
            _c.count(seed, 2**64 - 1, name="seed"),
            listed,
            len(laws),
            (_c.Correlation * max(len(tied), 1))(*tied),
            len(tied),
            rows.ctypes.data_as(_c.doubles) if columns else None,
            rows.shape[0],
            rows.shape[1],
        )
        handle = ctypes.c_void_p()
        with Messages() as d:
            check(_c.lib.eg_design_create(ctypes.byref(o), d.handle, ctypes.byref(handle)), d)
        assert handle.value
        self.handle = handle.value

    def _tie(self, pair: tuple[str, str], value: float) -> Any:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise UsageError(f'a correlation is of two factors, {{("a", "b"): 0.5}}, not of {pair!r}')
        for name in pair:
            if name not in self.factors:
                raise UsageError(f"{name!r} is none of the factors {', '.join(self.factors)}")
        return _c.Correlation(self.factors.index(pair[0]), self.factors.index(pair[1]), value)

    def __del__(self) -> None:
        if hasattr(self, "handle"):
            _c.lib.eg_design_free(self.handle)

    def __reduce__(self) -> Any:
        return _design, self._again

    def __len__(self) -> int:
        """The number of rows."""
        return int(_c.lib.eg_design_rows(self.handle))

    def rows(self, first: int = 0, end: int | None = None) -> Floats:
        """(rows, columns) of rows `first` up to `end`, by default all [SI]."""
        last = len(self) if end is None else min(end, len(self))
        if not 0 <= first <= last:
            raise UsageError(f"there are rows from 0 to {len(self)}")
        out = np.empty((last - first, len(self.names)))
        place, step = out.ctypes.data, 8 * len(self.names)
        for k in range(last - first):
            _c.lib.eg_design_row(self.handle, first + k, place + k * step)
        return out

    def __repr__(self) -> str:
        return f"<design {self.kind} of {', '.join(self.names)}: {len(self)} rows>"


def _design(
    kind: str, factors: Any, count: int, seed: int, correlations: Any, table: Any
) -> Design:
    return Design(kind, factors, count, seed=seed, correlations=correlations, table=table)


@dataclass(frozen=True)
class SweepStatistics:
    """How a sweep went."""

    engine: str
    threads: int
    rows: int
    found: int
    """Rows that the journal had."""
    failed: int
    recompiled: int
    balanced: int
    open: int
    """Rows whose energy balance does not close."""
    steps: int
    rejected_steps: int
    events: int
    seconds: float


@dataclass(frozen=True)
class Sweep(Mapping[str, Floats]):
    """s["peak"]: one number a row of the design, and s["stop.c"]: what the row gave; NaN where a row has failed. The
    arrays are Python's own. Statistics have intervals of 95 %; those of "saltelli2", all but Sobol's indices,
    are of the rows that are drawn independently."""

    design: Design
    rows: Floats
    """(rows, columns) what each row gave."""
    results: Floats
    """(rows, wanted)"""
    status: NDArray[np.intc]
    """(rows) 0, or why a row failed (as `Outcome.status`)."""
    energy_error: Floats
    """(rows)"""
    reasons: dict[int, str]
    """Why rows have failed, by their numbers."""
    statistics: SweepStatistics
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)
    wanted: tuple[str, ...]

    def __getitem__(self, name: str) -> Floats:
        """One of the results, or the values of a factor, of every row."""
        if name in self.wanted:
            return self.results[:, self.wanted.index(name)]
        if name in self.design.names:
            return self.rows[:, self.design.names.index(name)]
        raise KeyError(f"{name!r} is none of {', '.join((*self.wanted, *self.design.names))}")

    def __iter__(self) -> Any:
        return iter((*self.design.names, *self.wanted))

    def __len__(self) -> int:
        return len(self.design.names) + len(self.wanted)

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Which rows have no results."""
        return np.asarray(self.status != 0)

    def _sample(self, of: Floats) -> Floats:
        """The rows that are drawn independently: of "saltelli" and "saltelli2" A and B, the first and the last
        one of each block."""
        if self.design.kind.startswith("saltelli"):
            k = len(self.design.factors)
            size = k + 2 if self.design.kind == "saltelli" else 2 * k + 2
            place = np.arange(len(of)) % size
            of = of[(place == 0) | (place == size - 1)]
        return np.ascontiguousarray(of)

    def _column(self, name: str) -> Floats:
        return self._sample(self[name])

    def mean(self, name: str) -> Interval:
        """With 1.96 standard errors."""
        y = self._column(name)
        return _interval(_c.lib.eg_sweep_mean(y.ctypes.data, y.size))

    def quantile(self, name: str, p: float) -> Interval:
        """The quantile of chance p, from 0 to 1; the interval by the binomial distribution."""
        if not 0 <= p <= 1:
            raise UsageError(f"a chance is from 0 to 1, not {p!r}")
        y, out = self._column(name), _c.Interval()
        with Messages() as d:
            check(_c.lib.eg_sweep_quantile(y.ctypes.data, y.size, p, ctypes.byref(out)), d)
        return _interval(out)

    def exceedance(self, name: str, limit: float) -> Interval:
        """The chance that it is greater than the limit, with the interval of Wilson."""
        y = self._column(name)
        return _interval(_c.lib.eg_sweep_exceedance(y.ctypes.data, y.size, limit))

    def _indices(self, name: str) -> tuple[Any, Any, Any]:
        """First, total and, of "saltelli2", second indices."""
        kind = self.design.kind
        if not kind.startswith("saltelli"):
            raise UsageError(f"Sobol's indices are those of the designs 'saltelli' and 'saltelli2', not of {kind!r}")
        y, k = np.ascontiguousarray(self[name]), len(self.design.factors)
        first, total, second = (_c.Interval * k)(), (_c.Interval * k)(), (_c.Interval * max(k * (k - 1) // 2, 1))()
        count, seed = self.design.count, self.design.seed
        with Messages() as d:
            if kind == "saltelli":
                status = _c.lib.eg_sweep_sobol(y.ctypes.data, count, k, seed, first, total, None)
            else:
                status = _c.lib.eg_sweep_sobol_second(y.ctypes.data, count, k, seed, first, total, second, None)
            check(status, d)
        return first, total, second

    def sobol(self, name: str) -> dict[str, tuple[Interval, Interval]]:
        """Sobol's indices by factor, first order and total; of the designs "saltelli" and "saltelli2"."""
        first, total, _ = self._indices(name)
        return {n: (_interval(first[i]), _interval(total[i])) for i, n in enumerate(self.design.factors)}

    def sobol_second(self, name: str) -> dict[tuple[str, str], Interval]:
        """Sobol's indices of pairs of factors, beyond what each does alone; of the design "saltelli2"."""
        if self.design.kind != "saltelli2":
            raise UsageError(f"indices of pairs are those of the design 'saltelli2', not of {self.design.kind!r}")
        _, _, second = self._indices(name)
        pairs = itertools.combinations(self.design.factors, 2)
        return {pair: _interval(second[i]) for i, pair in enumerate(pairs)}

    def slopes(self, name: str) -> dict[str, Interval]:
        """Of the plane over the columns that fits best."""
        y, x = self._column(name), self._sample(self.rows)
        out = (_c.Interval * max(x.shape[1], 1))()
        with Messages() as d:
            check(_c.lib.eg_sweep_slopes(x.ctypes.data, y.ctypes.data, y.size, x.shape[1], out), d)
        return {n: _interval(out[i]) for i, n in enumerate(self.design.names)}

    def effects(self, name: str, factor: str) -> list[Effect]:
        """Main effects of a factor: at each of its values where there are few, else over ten parts."""
        y, x = self._column(name), self._column(factor)
        out, count = (_c.Effect * _EFFECTS_MOST)(), ctypes.c_size_t()
        with Messages() as d:
            check(_c.lib.eg_sweep_effects(x.ctypes.data, y.ctypes.data, y.size, out, ctypes.byref(count)), d)
        return [Effect(e.at, _interval(e.difference)) for e in out[: count.value]]

    def to_pandas(self) -> "pandas.DataFrame":
        """A DataFrame of all columns. Takes pandas."""
        from .result import needs

        return needs("pandas").DataFrame({name: self[name] for name in self})

    def __repr__(self) -> str:
        s = self.statistics
        return f"<sweep of {len(self.status)} rows, {s.failed} failed: {', '.join(self.wanted)}>"

    def _repr_html_(self) -> str:
        rows = ""
        for name in self.wanted:
            m, low, high = self.mean(name), self.quantile(name, 0.05), self.quantile(name, 0.95)
            y = self[name]
            ends = (np.nanmin(y), np.nanmax(y)) if np.isfinite(y).any() else (math.nan, math.nan)
            cells = (m.value, ends[0], low.value, high.value, ends[1])
            numbers = "".join(f"<td>{v:.6g}</td>" for v in cells)
            rows += f"<tr><td>{html.escape(name)}</td>{numbers}</tr>"
        head = "<tr><th></th><th>mean</th><th>min</th><th>5 %</th><th>95 %</th><th>max</th></tr>"
        return f"<p>{html.escape(repr(self)[1:-1])}</p><table>{head}{rows}</table>"


def run(
    ensemble: "Ensemble",
    design: Design,
    table: str | os.PathLike[str] | None,
    journal: str | os.PathLike[str] | None,
    resume: bool,
    threads: int,
    progress: Callable[[int, int], Any] | None,
    options: Mapping[str, Any],
) -> Sweep:
    """As Model.sweep says."""
    with tempfile.TemporaryDirectory() as folder:
        files = _files(table, journal, resume, folder)
        return _run(ensemble, design, *files, resume, threads, progress, options)


def _files(
    table: str | os.PathLike[str] | None, journal: str | os.PathLike[str] | None, resume: bool, folder: str
) -> tuple[Path, str | os.PathLike[str]]:
    """Where table and journal are: without a table in a folder that goes."""
    if table is None:
        if resume or journal is not None:
            raise UsageError("a sweep that is to be gone on with needs a table, a file that it is written to")
        table = Path(folder) / "table.csv"
    place = Path(os.fsdecode(os.fspath(table)))
    if place.suffix.lower() not in (".csv", ".h5"):
        raise UsageError(f"a table is a .csv or .h5, and {place.name} is neither")
    return place, journal or f"{place}.journal"


def _carry_out(
    ensemble: "Ensemble",
    journal: str | os.PathLike[str],
    resume: bool,
    threads: int,
    progress: Callable[[int, int], Any] | None,
    options: Mapping[str, Any],
    visit: Callable[[Any, Any], None],
    start: Callable[[Any, Messages], BaseException | None],
) -> tuple[Diagnostic, ...]:
    """Calls `start` with the options of a sweep, so that Ctrl-C stops it; raises what it answers."""
    raised: list[BaseException] = []
    stop = Stop()

    def on_progress(now: Any, _: Any) -> int:
        try:
            p = _c.SweepProgress.from_address(now)
            return int(progress is not None and bool(progress(p.done, p.rows)))
        except BaseException as fault:
            raised.append(fault)
            return 1

    o = _c.lib.eg_sweep_options_default(ensemble.handle)
    set_run(o.runs.run, **options)
    o.runs.threads = _c.count(threads, 2**31 - 1, name="threads")
    o.runs.stop = stop.pointer
    o.resume, o.journal = int(resume), _c.path(journal)
    titles = _c.array_of_texts(ensemble.wanted)
    o.titles = titles
    visits, tells = _c.visit_of_row(visit), _c.progress_of_rows(on_progress)
    o.visit = visits
    if progress is not None:
        o.progress = tells

    def call() -> tuple[tuple[Diagnostic, ...], BaseException | None, Any]:
        with Messages() as d:
            fault = start(o, d)
            return d.read(), fault, (titles, visits, tells, stop)

    said, fault, _ = interruptible(stop, call)
    if raised:
        raise raised[0]
    if fault is not None:
        raise fault
    return said


def _run(
    ensemble: "Ensemble",
    design: Design,
    table: Path,
    journal: str | os.PathLike[str],
    resume: bool,
    threads: int,
    progress: Callable[[int, int], Any] | None,
    options: Mapping[str, Any],
) -> Sweep:
    rows, columns, wanted = len(design), len(design.names), len(ensemble.wanted)
    values, results = np.empty((rows, columns)), np.empty((rows, wanted))
    status, errors = np.zeros(rows, dtype=np.intc), np.empty(rows)
    reasons: dict[int, str] = {}
    statistics = _c.SweepStatistics()
    to_values, to_results, sizes = values.ctypes.data, results.ctypes.data, (8 * columns, 8 * wanted)

    def visit(_: Any, row: Any) -> None:
        r = _c.SweepRow.from_address(row)
        k = r.row
        ctypes.memmove(to_values + k * sizes[0], r.values, sizes[0])
        ctypes.memmove(to_results + k * sizes[1], r.results, sizes[1])
        errors[k] = r.energy_error
        if r.status != 0:
            status[k] = r.status
            reasons[k] = _c.text(r.reason)

    def start(o: Any, d: Messages) -> BaseException | None:
        outcome = _c.lib.eg_sweep_run(
            ensemble.handle, design.handle, ctypes.byref(o), _c.path(table), d.handle, ctypes.byref(statistics)
        )
        is_lost = outcome < 0 and (statistics.rows == 0 or outcome in (_c.ERROR_FILE, _c.ERROR_MEMORY))
        return error_of(outcome, d) if is_lost else None

    said = _carry_out(ensemble, journal, resume, threads, progress, options, visit, start)
    worst = float(np.nanmax(errors)) if np.isfinite(errors).any() else math.nan
    warn(said, 5, lambda d: EnergyWarning(d, worst, sets=statistics.open))
    return Sweep(
        design, values, results, status, errors, reasons, _statistics(statistics), said, ensemble.wanted
    )


def _statistics(of: Any) -> SweepStatistics:
    numbers = {f: getattr(of, f) for f, _ in _c.SweepStatistics._fields_}
    numbers["engine"] = _c.text(numbers["engine"])
    return SweepStatistics(**numbers)


class Level(NamedTuple):
    """Of a level's rows, all of which are above the threshold of the level before, this share is above `threshold`."""

    threshold: float
    share: float
    variation: float
    """Of the share, with all before it given: deviation over mean."""


@dataclass(frozen=True)
class Chance:
    """How likely a result is greater than a limit, by subset simulation."""

    chance: Interval
    variation: float
    """Of the chance: deviation over mean, from how many independent rows of level 0 the last ones come from."""
    unknown: float
    """The share of level 0 that has no value, since its runs failed."""
    levels: tuple[Level, ...]
    """The threshold of the last one is the limit."""
    rows: Floats
    """(rows, factors) what each row that was run gave, level by level."""
    results: Floats
    """(rows) what its run came to; NaN where it failed."""
    names: tuple[str, ...]
    statistics: SweepStatistics
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)


def chance(
    ensemble: "Ensemble",
    design: Design,
    limit: float,
    table: str | os.PathLike[str] | None,
    journal: str | os.PathLike[str] | None,
    resume: bool,
    threads: int,
    progress: Callable[[int, int], Any] | None,
    options: Mapping[str, Any],
) -> Chance:
    """As Model.chance says."""
    rows: list[Floats] = []
    results: list[float] = []
    statistics, found, columns = _c.SweepStatistics(), _c.SubsetResult(), len(design.names)

    def visit(_: Any, row: Any) -> None:
        r = _c.SweepRow.from_address(row)
        rows.append(np.array(r.values[:columns], dtype=np.float64))
        results.append(r.results[0])

    with tempfile.TemporaryDirectory() as folder:
        place, beside = _files(table, journal, resume, folder)

        def start(o: Any, d: Messages) -> BaseException | None:
            options = _c.SubsetOptions(ctypes.sizeof(_c.SubsetOptions), o, 0, limit)
            outcome = _c.lib.eg_sweep_subset(
                ensemble.handle, design.handle, ctypes.byref(options), _c.path(place), d.handle,
                ctypes.byref(found), ctypes.byref(statistics),
            )
            return error_of(outcome, d) if outcome < 0 else None

        said = _carry_out(ensemble, beside, resume, threads, progress, options, visit, start)
    warn(said, 4)
    levels = tuple(Level(x.threshold, x.share, x.variation) for x in found.level[: found.levels])
    table_of = np.array(rows, dtype=np.float64).reshape(len(rows), columns)
    return Chance(
        _interval(found.chance), found.variation, found.unknown, levels, table_of,
        np.array(results, dtype=np.float64), design.names, _statistics(statistics), said,
    )
