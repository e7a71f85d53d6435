#!/usr/bin/env python3
"""Runs the pack by every tool at hand and prints true errors: one line a case, one column a tool.

    pack/run.py [--elastogap PROGRAM] [--pack FOLDER] [--tools NAME,NAME...] [--markdown] [--why] [CASE...]

Tools: exact, erk, irk, ida, fixed  engines of elastogap, on the model's text
       slopes                       elastogap sensitivity, against gradients.csv: the worst over values and parameters
       dyad                         elastogap on the text in Dyad that make pack has put into FOLDER
       fmu-me, fmu-cs               elastogap's importer on the FMU there, by Model Exchange and Co-Simulation
       fmpy, fmusim                 these importers, where they are, on the same FMU
       omc                          OpenModelica's compiler, where it is, on the model's text

An error is the largest distance from the truth of any signal at any row, over the range of the signal. Behind a slash
stands how far the worst instant of a touch or parting is off [s]. What is beyond the bound of the tool is marked !, and
the run then ends with 1. Bounds: of exact 16 roundings for the start and for each event, magnified by what the motion
makes of a change of its parameters (column growth); of tools with a tolerance 100 times that, likewise; of fixed none.
"""
import argparse
import csv
import importlib.util
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases")
ULP = 2.0 ** -52
TOLERANCE = 1e-9   # of all models
OWN = ["exact", "erk", "irk", "ida", "fixed"]
TOOLS = [*OWN, "slopes", "dyad", "fmu-me", "fmu-cs", "fmpy", "fmusim", "omc"]
IS_BOUND = {"exact", "erk", "irk", "ida", "slopes", "dyad", "fmu-me", "fmu-cs"}   # by what this project promises


class Refused(Exception):
    """The tool does not take the case; the message is what it says."""


def read_table(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


class Case:
    def __init__(self, name):
        self.name = name
        folder = os.path.join(CASES, name)
        self.model = os.path.join(folder, name + ".mo")
        head, rows = read_table(os.path.join(folder, "reference.csv"))
        self.signals = head[1:]
        self.rows = [[float(cell) for cell in row] for row in rows]
        head, rows = read_table(os.path.join(folder, "gradients.csv"))
        self.parameters = head[2:]
        self.growth = {row[0]: float(row[1]) for row in rows}
        self.slopes = {row[0]: [float(cell) for cell in row[2:]] for row in rows}
        _, rows = read_table(os.path.join(folder, "events.csv"))
        self.events = [(float(row[0]), row[1], row[2]) for row in rows]
        columns = list(zip(*(row[1:] for row in self.rows)))
        self.ranges = [max(column) - min(column) for column in columns]
        self.stop = self.rows[-1][0]

    def bound(self, tool):
        growth = 1 + max(self.growth.values())
        if tool == "exact":
            return 16 * (1 + len(self.events)) * ULP * growth
        return 100 * TOLERANCE * growth if tool in IS_BOUND else math.inf

    def error(self, head, rows):
        """The largest distance over the range, of rows of a result; of several at one instant the last counts."""
        where = [head.index(signal) for signal in self.signals]
        last = {}
        for row in rows:
            last[round(float(row[0]) / self.stop * 1e9)] = row
        worst = 0.0
        for truth in self.rows:
            row = last.get(round(truth[0] / self.stop * 1e9))
            if row is None:
                raise Refused(f"no row at {truth[0]} s")
            for i, value, span in zip(where, truth[1:], self.ranges):
                worst = max(worst, abs(float(row[i]) - value) / span if span else 0.0)
        return worst

    def instants(self, rows):
        """The largest distance of an instant [s], of events told as (time, component, event)."""
        kinds = {event for _, _, event in self.events} | {"contact begins", "contact ends"}
        plain = [(t, component, re.sub(r",.*| with the \w+ stop", "", event)) for t, component, event in rows]
        told = [(float(t), component, event) for t, component, event in plain if event in kinds]
        if sorted(e[1:] for e in told) != sorted(e[1:] for e in self.events):
            return math.inf
        key = lambda e: (e[1], e[2], e[0])
        return max((abs(a[0] - b[0]) for a, b in zip(sorted(told, key=key), sorted(self.events, key=key))), default=0.0)


# ---------------------------------------------------------------- tools

class Bench:
    def __init__(self, program, pack, folder):
        self.program, self.pack, self.folder = program, pack, folder

    def call(self, arguments):
        done = subprocess.run(arguments, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["it failed"]
            raise Refused(next((line for line in lines if "error" in line), lines[0]))
        return done.stdout

    def path(self, name):
        return os.path.join(self.folder, name)

    def made(self, case, ending):
        """What make pack has made of a case."""
        path = os.path.join(self.pack or "", case.name, case.name + ending)
        if not os.path.exists(path):
            raise Refused(f"there is no {path}: make pack")
        return path

    def own(self, case, engine):
        options = [] if engine == "fixed" else ["--tolerance", repr(TOLERANCE)]
        self.call([self.program, "simulate", case.model, "--engine", engine, "-o", self.path("own.csv"), "--events",
                   self.path("events.csv"), *options, *[a for s in case.signals for a in ("--signals", s)]])
        error = case.error(*read_table(self.path("own.csv")))
        if engine == "fixed":   # events are where its steps end
            return error, None
        return error, case.instants(read_table(self.path("events.csv"))[1])

    def slopes(self, case, _):
        """Over the size of each value: its range over that of the parameter, or what the derivative is."""
        of = [a for s in case.signals for a in ("--of", s)]
        smooth = list(case.parameters)
        while True:
            by = [a for p in smooth for a in ("--by", p)]
            try:
                text = self.call([self.program, "sensitivity", case.model, "--tolerance", "1e-10", *by, *of])
                break
            except Refused as refusal:   # a gear's ratio and a table's cell: not by derivatives
                refused = re.search(r"no parameter '(\w+)' that may be another number", str(refusal))
                if not refused:
                    raise
                smooth.remove(refused.group(1))
        worst, signal = 0.0, None
        for line in text.splitlines():
            value = re.match(r"(\S+) = \S+", line)
            told = re.match(r"  by (\S+)\s+(\S+)", line)
            if value:
                signal = value.group(1)
            elif told and signal:
                truth = case.slopes[signal][case.parameters.index(told.group(1))]
                size = max(abs(a) for a in case.slopes[signal])
                if told.group(2).startswith("none"):
                    raise Refused("there is no derivative")
                worst = max(worst, abs(float(told.group(2)) - truth) / size if size else 0.0)
        return worst, None

    def made_run(self, case, tool):
        """What make pack has made, by our own program."""
        how = [self.made(case, ".dyad")] if tool == "dyad" else [self.made(case, ".fmu"), "--fmi-kind", tool[-2:]]
        self.call([self.program, "simulate", *how, "--tolerance", repr(TOLERANCE), "-o", self.path("own.csv"),
                   *[a for s in case.signals for a in ("--signals", s)]])
        return case.error(*read_table(self.path("own.csv"))), None

    def fmpy(self, case, _):
        import fmpy   # pylint: disable=import-outside-toplevel
        result = fmpy.simulate_fmu(self.made(case, ".fmu"), output=case.signals, relative_tolerance=TOLERANCE)
        return case.error(list(result.dtype.names), [tuple(row) for row in result]), None

    def fmusim(self, case, _):
        outputs = [a for s in case.signals for a in ("--output-variable", s)]
        self.call(["fmusim", "--output-file", self.path("own.csv"), *outputs, self.made(case, ".fmu")])
        return case.error(*read_table(self.path("own.csv"))), None

    def omc(self, case, _):
        script = self.path("run.mos")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'loadModel(Modelica); loadFile("{case.model}"); simulate({case.name}, stopTime = {case.stop}, '
                       f'numberOfIntervals = {len(case.rows) - 1}, tolerance = {TOLERANCE}, outputFormat = "csv"); '
                       'getErrorString();\n')
        self.call(["omc", script])
        return case.error(*read_table(self.path(case.name + "_res.csv"))), None

    def run(self, case, tool):
        """(error over range, error of instants or None)."""
        how = {"slopes": self.slopes, "dyad": self.made_run, "fmu-me": self.made_run, "fmu-cs": self.made_run,
               "fmpy": self.fmpy, "fmusim": self.fmusim, "omc": self.omc}.get(tool, self.own)
        return how(case, tool)


def at_hand(pack):
    """The tools that are here."""
    there = [*OWN, "slopes"]
    if pack:
        there += ["dyad", "fmu-me", "fmu-cs"]
        there += ["fmpy"] if importlib.util.find_spec("fmpy") else []
        there += ["fmusim"] if shutil.which("fmusim") else []
    return there + (["omc"] if shutil.which("omc") else [])


# ---------------------------------------------------------------- the table

def cell(case, tool, error, instant):
    mark = " !" if error > case.bound(tool) or instant == math.inf else ""
    told = f"{error:.1e}"
    if instant is not None:
        told += f" / {instant:.0e}" if instant < math.inf else " / other events"
    return told + mark


def line(bench, case, tools, why):
    cells = [case.name, f"{max(case.growth.values()):.2g}"]
    for tool in tools:
        try:
            cells.append(cell(case, tool, *bench.run(case, tool)))
        except Refused as refusal:
            cells.append("-")
            why.append(f"{case.name}, {tool}: {refusal}")
    return cells


def main():
    parser = argparse.ArgumentParser(description="runs the pack of truths by every tool at hand")
    parser.add_argument("--elastogap", default=os.path.join(HERE, "..", "build", "elastogap"))
    parser.add_argument("--pack", help="the folder that make pack has made")
    parser.add_argument("--tools", help="of " + ", ".join(TOOLS))
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--why", action="store_true", help="what tools say of cases that they do not take")
    parser.add_argument("cases", nargs="*")
    given = parser.parse_args()
    tools = given.tools.split(",") if given.tools else at_hand(given.pack)
    unknown = [tool for tool in tools if tool not in TOOLS]
    if unknown:
        parser.error(f"there is no tool {unknown[0]}; choose of {', '.join(TOOLS)}")
    why = []
    lines = [["case", "growth", *tools]]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(given.elastogap), given.pack and os.path.abspath(given.pack), folder)
        for name in given.cases or sorted(os.listdir(CASES)):
            lines.append(line(bench, Case(name), tools, why))
    if given.markdown:
        lines.insert(1, ["---"] * len(lines[0]))
        print("\n".join("| " + " | ".join(cells) + " |" for cells in lines))
    else:
        widths = [max(map(len, column)) for column in zip(*lines)]
        print("\n".join("  ".join(text.ljust(width) for text, width in zip(cells, widths)).rstrip() for cells in lines))
    if given.why:
        print("\n".join(why))
    return 1 if any(text.endswith("!") for cells in lines for text in cells) else 0


if __name__ == "__main__":
    sys.exit(main())
