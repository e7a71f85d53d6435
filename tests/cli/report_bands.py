"""Bands of a report against quantiles of the CSV files of all its runs, computed anew.

report_bands.py --make FOLDER           writes such runs: of other times, spans and signals, with jumps and nan
report_bands.py REPORT.html RESULT.csv...
"""
import base64
import bisect
import csv
import json
import math
import random
import re
import statistics
import sys

from report_numbers import Run


def make(folder: str) -> None:
    draw = random.Random(7)
    for run in range(23):
        rows = draw.randrange(150, 400)
        begin, end = draw.choice([0.0, 0.1]), draw.choice([2.0, 2.0, 1.7])
        times = sorted(begin + (end - begin) * draw.random() for _ in range(rows))
        times[0], times[-1] = begin, end
        jump, phase = rows // 3 + run, draw.random()
        times[jump] = times[jump - 1]
        with open(f"{folder}/run{run:02}.csv", "w", encoding="utf-8") as out:
            names = ["time", "smooth", "jumps", "flag"] + (["sometimes"] if run % 3 == 0 else [])
            out.write(",".join(f'"{n}"' for n in names) + "\n")
            for i, t in enumerate(times):
                row = [t, math.sin(3 * t + phase) * 10 ** draw.choice([-3, 0, 2]), (i >= jump) + 0.01 * run, int(t > phase)]
                row += [math.nan if i % 50 == 7 else run * t] if run % 3 == 0 else []
                out.write(",".join(map(repr, row)) + "\n")


def read(path: str) -> dict[str, list[float]]:
    rows = list(csv.reader(open(path, encoding="utf-8")))
    return {name: [float(r[i]) for r in rows[1:]] for i, name in enumerate(rows[0])}


def value(run: dict[str, list[float]], name: str, t: float) -> float:
    """By the definition: on the line between the rows around t, of several at one instant behind the last."""
    times, values = run["time"], run.get(name)
    if values is None or t < times[0] or t > times[-1]:
        return math.nan
    i = bisect.bisect_right(times, t) - 1
    if times[i] == t:
        return values[i]
    share = (t - times[i]) / (times[i + 1] - times[i])
    return values[i] + share * (values[i + 1] - values[i])


def lines(values: list[float]) -> list[float]:
    found = sorted(v for v in values if not math.isnan(v))
    if len(found) < 2:
        return (found or [math.nan]) * 5
    return [found[0], *statistics.quantiles(found, n=4, method="inclusive"), found[-1]]


def main(page_path: str, *paths: str) -> None:
    page = open(page_path, encoding="utf-8").read()
    report = json.loads(re.search(r'id="report">(.*?)</script>', page, re.S).group(1))
    data = base64.b64decode(re.search(r'id="bands">(.*?)</script>', page, re.S).group(1))
    bands, points = report["bands"], report["bands"]["points"]
    runs = [read(p) for p in paths]
    assert report["bandRuns"] == len(runs) and bands["rows"] == points, "other runs, or times are left out"

    assert bands["whole"] and all(s[0] != n or s[1] in (0, 1, 3, 4) for n, s in enumerate(bands["series"])), "fewer digits"
    shown_run = Run(bands, data)
    times = shown_run.time
    first, last = min(r["time"][0] for r in runs), max(r["time"][-1] for r in runs)
    assert points == 1001 and times[0] == first and times[-1] == last, "other common times"
    assert all(abs(t - (first + (last - first) * k / 1000)) <= 4e-16 * last for k, t in enumerate(times))
    signals = [s[0] for s in report["runs"][0]["signals"]]
    names = ["least", "1st quartile", "median", "3rd quartile", "greatest"]
    assert [s[0] for s in bands["signals"]] == [f"{s}, {n}" for s in signals for n in names], "other lines"
    for i, signal in enumerate(signals):
        shown = [shown_run.series(5 * i + k) for k in range(5)]
        for k in range(points):
            values = [value(r, signal, times[k]) for r in runs]
            # Interpolation rounds a few times, by the steepest of lines between two rows at most.
            allowed = 1e-15 * 8 * max([abs(v) for r in runs for v in r.get(signal, []) if math.isfinite(v)])
            for mine, theirs, name in zip(lines(values), shown, names):
                assert math.isnan(mine) == math.isnan(theirs[k]), f"{signal}, {name} at {times[k]}"
                assert math.isnan(mine) or abs(mine - theirs[k]) <= allowed, \
                    f"{signal}, {name} at {times[k]}: {theirs[k]}, not {mine}"


if sys.argv[1] == "--make":
    make(sys.argv[2])
else:
    main(*sys.argv[1:])
