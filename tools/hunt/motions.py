"""Two runs of what should be one motion: do they differ by more than ALLOWED of a signal's range?

What has no range to speak of is what rounding leaves, of the largest value of its unit and of positions as the stiffest
spring shows it, and what a run's tolerance allows: of its magnitude, and of speeds as the strongest damper shows it.
"""
import csv
import math

from examples import description

TOLERANCE, ALLOWED, ROWS = 1e-12, 1e-9, 40  # of runs, of ranges, and how many intervals are compared
PROMISED = 100*TOLERANCE  # of magnitudes: the error that a run may have, whatever the range
NOTHING = 1e-3  # what less than that has for a range is 0
POSITIONS = 64*2.0**-52  # of the largest one: rounding of differences of positions
ROUNDED = 1e-5  # of the largest of a unit: what has less for a range is what is left of others, with their roundings
TRUTH = "Boolean"
WARNED = ["energy balance does not close", "whose last digit", "the last digit of its mass alone turns its phase"]


def read(path):
    """Times and columns by name."""
    with open(path, newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    names = rows[0]
    table = [[float(x) for x in row] for row in rows[1:]]
    return [row[0] for row in table], {name: [row[i] for row in table] for i, name in enumerate(names)}


def quiet_times(times):
    """Index of each time that stands there once."""
    seen = {}
    for i, t in enumerate(times):
        seen.setdefault(t, []).append(i)
    return {t: of[0] for t, of in seen.items() if len(of) == 1}


def units_of(path):
    """Unit of every variable of an FMU, and the least and the largest value of the parameters of each unit."""
    whole = description(path)
    types = {each.get("name"): each.get("unit") for each in whole.findall("TypeDefinitions/*")}
    units, parameters = {}, {}
    for variable in whole.find("ModelVariables"):
        unit = variable.get("unit") or types.get(variable.get("declaredType"))
        unit = TRUTH if variable.tag == "Boolean" else unit
        if unit:
            units.update((each.get("name"), unit) for each in (variable, *variable.findall("Alias")))
        if variable.tag != "Float64" or not unit:
            continue
        value = abs(float((variable.get("start") or "0").split()[0]))
        if variable.get("causality") == "parameter" and value > 0:
            parameters.setdefault(unit, []).append(value)
    return units, {unit: (min(values), max(values)) for unit, values in parameters.items()}


class Scales:
    """What counts as nothing in each signal of a pair of runs."""

    def __init__(self, units, parameters, columns):
        self.units, self.largest = units, {}
        for name, column in columns.items():
            kind = self.kind(name)
            largest = max((abs(v) for v in column if math.isfinite(v)), default=0)
            self.largest[kind] = max(self.largest.get(kind, 0), largest)
        self.rounded = {}
        moved = POSITIONS*max(self.largest.get("m", 0), self.largest.get("rad", 0))  # gears hand on what is left
        for place, force, speed, acceleration, stiffness, damping, mass in (
                ("m", "N", "m/s", "m/s2", "N/m", "N.s/m", "kg"),
                ("rad", "N.m", "rad/s", "rad/s2", "N.m/rad", "N.m.s/rad", "kg.m2")):
            if place not in self.largest:
                continue
            c, d = parameters.get(stiffness, (0, 0))[1], parameters.get(damping, (0, 0))[1]
            m = parameters.get(mass, (math.inf, 0))[0]
            fast = self.largest.get(speed, 0)
            slip = math.sqrt(c/m)*moved + PROMISED*fast
            self.rounded[place], self.rounded[speed] = moved, slip
            self.rounded[force] = c*moved + d*slip
            self.rounded[acceleration] = self.rounded[force]/m
            power = self.rounded[force]*fast + self.largest.get(force, 0)*slip
            self.rounded["W"] = self.rounded.get("W", 0) + power
        self.rounded["K/s"] = self.rounded.get("W", 0)/parameters.get("J/K", (math.inf, 0))[0]

    def kind(self, name):
        return self.units.get(name, name.rsplit(".", 1)[-1])

    def of(self, name, values):
        """The scale of differences of a signal."""
        kind = self.kind(name)
        return max((max(values) - min(values)) if values else 0, PROMISED/ALLOWED*max(map(abs, values), default=0),
                   NOTHING, ROUNDED*self.largest[kind], self.rounded.get(kind, 0)/ALLOWED)


def has_digits(columns, units):
    """Do positions have digits that tell a metre? Of 1e16 m and more they have none."""
    kinds = units[0]
    return all(abs(v) < 1e16 for name, column in columns.items() if kinds.get(name) in ("m", "rad") for v in column)


def is_share(name, columns):
    """Is it s_rel in other units? Then it has the rounding of that, which is judged itself."""
    owner, _, last = name.rpartition(".")
    return last == "ratio" and f"{owner}.s_rel" in columns


def differ(one, two, allowed, units, without=None):
    """What differs most, in words, or None; that of two's columns which one has too, `without` those of a unit."""
    first, second = quiet_times(one[0]), quiet_times(two[0])
    common = sorted(set(first) & set(second))
    worst, what = allowed, None
    scales = Scales(*units, one[1])
    for name, column in one[1].items():
        if name not in two[1] or not common or scales.kind(name) == without or is_share(name, one[1]):
            continue
        scale = scales.of(name, [v for v in column if math.isfinite(v)])
        for t in common:
            a, b = column[first[t]], two[1][name][second[t]]
            off = abs(a - b)/scale if a != b and not (math.isnan(a) and math.isnan(b)) else 0
            if not off <= worst:
                worst, what = off, f"{name} at {t:g} s is {a!r}, in flat text {b!r}"
    return what
