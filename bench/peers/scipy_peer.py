#!/usr/bin/python3
"""The bench's models by hand on SciPy's solve_ivp, with its events: model.h in Python.

    scipy_peer.py DOP853|LSODA edge|frozen MODEL RTOL [REFERENCE.csv]

Events end an integration, which begins anew there. Tolerances and output are those of sundials.c; the time is that of
one run with dense output, which the error is read from."""
import json
import math
import sys
import time

import numpy
from scipy.integrate import solve_ivp

GROUND = -1
APART, BETWEEN, TWICE, LET_GO = range(4)
LIMIT = 5.0  # s


class Model:
    def __init__(self, mass, start, elements, stop, shown=0, weight=0, friction=0, amplitude=0, frequency=0):
        self.mass, self.elements, self.stop, self.shown = mass, elements, stop, shown
        self.weight, self.friction = weight, friction
        self.amplitude, self.omega = amplitude, 2 * math.pi * frequency
        self.y = [x for s in start for x in (s, 0.0)]
        self.evaluations = self.events = 0

    def freeze(self, frozen):
        self.frozen = frozen
        self.gaps = [e for e in self.elements if e["gap"]]
        for e in self.gaps:
            p = e["s_rel0"] - self.relative(e, self.y, 0)
            e["mode"] = APART if p < -1e-12 else BETWEEN if p > 1e-12 else TWICE

    @staticmethod
    def relative(e, y, k):
        return ((0.0 if e["b"] == GROUND else y[2 * e["b"] + k]) - (0.0 if e["a"] == GROUND else y[2 * e["a"] + k])
                + (e["offset"] if k == 0 else 0.0))

    @staticmethod
    def spring(e, p):
        return e["c"] * (p if e["n"] == 1 else math.copysign(abs(p) ** e["n"], p))

    def force(self, e, y):
        p, damper = e["s_rel0"] - self.relative(e, y, 0), e["d"] * self.relative(e, y, 1)
        spring = self.spring(e, p)
        if not e["gap"]:
            return damper - spring
        if self.frozen:
            mode = e["mode"]
        else:
            mode = APART if p <= 0 else TWICE if damper < -spring else LET_GO if damper > spring else BETWEEN
        return damper - spring if mode == BETWEEN else -2 * spring if mode == TWICE else 0.0

    def rates(self, t, y):
        self.evaluations += 1
        if self.evaluations % 1000 == 0 and time.process_time() - self.begun > LIMIT:
            raise TimeoutError
        f = [0.0] * len(self.mass)
        f[0] = self.weight - self.friction * y[1] + self.amplitude * math.sin(self.omega * t)
        for e in self.elements:
            x = self.force(e, y)
            if e["a"] != GROUND:
                f[e["a"]] += x
            if e["b"] != GROUND:
                f[e["b"]] -= x
        return [x for i, m in enumerate(self.mass) for x in (y[2 * i + 1], f[i] / m)]

    def kinks(self):
        """Of the present modes: (function, gap, mode that follows)."""
        found = []
        for e in self.gaps:
            def edge(t, y, e=e):
                return self.relative(e, y, 0) - e["s_rel0"]

            def bound(t, y, e=e, sign=1):
                return self.spring(e, e["s_rel0"] - self.relative(e, y, 0)) + sign * e["d"] * self.relative(e, y, 1)

            def other_bound(t, y, bound=bound):
                return bound(t, y, sign=-1)
            if not self.frozen:
                found.append((edge, -1, e, BETWEEN) if e["mode"] == APART else (edge, 1, e, APART))
            elif e["mode"] == APART:
                found.append((edge, -1, e, TWICE))
            else:
                found.append((edge, 1, e, APART))
                if e["mode"] == BETWEEN:
                    found += [(bound, -1, e, TWICE), (other_bound, -1, e, LET_GO)]
                else:
                    found.append((bound if e["mode"] == TWICE else other_bound, 1, e, BETWEEN))
        for function, direction, _, _ in found:
            function.terminal, function.direction = True, direction
        return found

    def run(self, method, rtol):
        t, y, pieces = 0.0, self.y, []
        self.begun = time.process_time()
        while t < self.stop:
            kinks = self.kinks()
            solution = solve_ivp(self.rates, (t, self.stop), y, method=method, rtol=rtol, atol=rtol * 1e-2,
                                 events=[k[0] for k in kinks], dense_output=True)
            if solution.status < 0:
                raise ArithmeticError
            pieces.append((t, solution.sol))
            t, y = solution.t[-1], solution.y[:, -1]
            for (_, _, gap, mode), times in zip(kinks, solution.t_events):
                if len(times) > 0:
                    self.events += 1
                    gap["mode"] = mode
        return pieces


def gap(a, b, offset, c, d, s_rel0, n=1, is_gap=True):
    return {"gap": is_gap, "a": a, "b": b, "offset": offset, "c": c, "d": d, "s_rel0": s_rel0, "n": n}


def model(name):
    if name in ("bounce", "bounce1.5"):
        return Model([1], [1], [gap(GROUND, 0, 0, 1e4, 10, 0, 1 if name == "bounce" else 1.5)], 10, weight=-9.81)
    if name == "elastogap":
        return Model([1, 1], [2, 2], [gap(GROUND, 0, 2, 10, 1.5, 1, 1, False), gap(0, GROUND, 2, 10, 1.5, 1, 1, False),
                                      gap(GROUND, 1, 2, 10, 1.5, 1.5), gap(1, GROUND, 2, 10, 1.5, 1.5)], 5, shown=1)
    wall, half, rod, collar_a, collar_b = -0.0955, 0.001, 0.007, -0.10075, -0.08925
    return Model([0.15, 0.01, 0.01], [0.01475, -0.093, -0.06925],
                 [gap(0, 1, half + rod - collar_a, 1e6, 250, 0.001), gap(2, 0, collar_b + half + rod, 1e6, 250, 0.001),
                  gap(GROUND, 1, -half - wall, 1e6, 250, 0.0015), gap(2, GROUND, wall + 0.0305 - half, 1e6, 250, 0.0015),
                  gap(1, 2, -2 * half, 20e3, 0, 0.025, 1, False)], 100, friction=2500, amplitude=150, frequency=0.01)


def largest_error(pieces, shown, path):
    times, positions = numpy.loadtxt(path, delimiter=",", skiprows=1, unpack=True)
    starts = [t for t, _ in pieces]
    of = numpy.maximum(numpy.searchsorted(starts, times, side="right") - 1, 0)
    return max(float(numpy.max(numpy.abs(piece(times[of == i])[2 * shown] - positions[of == i])))
               for i, (_, piece) in enumerate(pieces) if numpy.any(of == i))


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: scipy_peer.py DOP853|LSODA edge|frozen MODEL RTOL [REFERENCE.csv]")
    method, roots, name, rtol = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
    m = model(name)
    m.freeze(roots == "frozen")
    error, good = 1e300, True
    try:
        pieces = m.run(method, rtol)
        seconds = time.process_time() - m.begun
        if len(sys.argv) > 5:
            error = largest_error(pieces, m.shown, sys.argv[5])
    except (TimeoutError, ArithmeticError, ValueError):
        good, seconds = False, 0
    print(json.dumps({"peer": "scipy", "method": method, "roots": roots, "rtol": rtol, "good": good and error < 1e3,
                      "seconds": seconds, "events": m.events, "evaluations": m.evaluations, "error": error}))
    sys.exit(0 if good else 3)


main()
