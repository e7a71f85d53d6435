#!/usr/bin/env python3
"""The truths of the pack: what each of its models does, to thirty digits.

    pack/truth.py [--check] [NAME...]     writes, or compares, reference.csv, events.csv and gradients.csv of the cases

The physics are written down here anew, one class for each kind of model, and followed by motion.py in sixty digits with
the doubles that the model's text states. Derivatives are differences of such motions, each parameter a part in 10^18
more and less, which leaves thirty-six digits of them. Where a closed form is known it is asked in closed.py.
"""
import argparse
import csv
import os
import re
import sys
from decimal import Decimal
from multiprocessing import Pool

from motion import Motion

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases")
STEP = Decimal(10) ** -18     # of a parameter, for its derivative
DIGITS = 30
NEAR = Decimal(10) ** -9      # of the span: no row is as close to an event, where forces may jump
SILENT = Decimal(10) ** -26   # a depth at which a force with a broken power of it plays no part in sixty digits
PI = Decimal(3.141592653589793)   # the double that models have
BY_MODEL = {}


# ---------------------------------------------------------------- contacts

class Contact:
    """One side of a contact: depth q > 0, its rate w, and the push that keeps bodies apart, by phase.

    apart, approach (the damper at its bound), linear, rebound (the damper cancels the spring); for exponents that are
    not whole two more, touch and leave, in which the depth is too small for any force.
    """

    def __init__(self, name, c, d=0, n=1):
        self.name, self.c, self.d, self.n = name, c, d, Decimal(n)
        self.is_smooth = self.n == int(self.n)

    def spring(self, q):
        return self.c * q if self.n == 1 else self.c * q ** self.n

    def push(self, phase, q, w):
        if phase in ("apart", "rebound", "touch", "leave"):
            return Decimal(0)
        if phase == "approach":
            return 2 * self.spring(q)
        return self.spring(q) + self.d * w if self.d else self.spring(q)

    def loss(self, phase, q, w):
        """The power that the damper takes."""
        if phase == "approach":
            return self.spring(q) * w
        if phase == "rebound":
            return -self.spring(q) * w
        return self.d * w * w if phase == "linear" else Decimal(0)

    def first(self):
        return "approach" if self.d else "linear"

    def edges(self, phase, q, w):
        """(formula above 0 in the phase, event, next phase)."""
        begins, ends = self.name + " contact begins", self.name + " contact ends"
        if phase == "apart":
            return [(-q, begins, self.first() if self.is_smooth else "touch")]
        if phase == "touch":
            return [(SILENT - q, None, self.first()), (q, ends, "apart")]
        if phase == "leave":
            return [(q, ends, "apart")]
        out = [(q, ends, "apart") if self.is_smooth else (q - SILENT, None, "leave")]
        return out + (self.inner_edges(phase, self.spring(q), self.d * w) if self.d else [])

    @staticmethod
    def inner_edges(phase, k, damper):
        if phase == "approach":
            return [(damper - k, None, "linear")]
        if phase == "rebound":
            return [(-damper - k, None, "linear")]
        return [(k - damper, None, "approach"), (k + damper, None, "rebound")]


class KelvinVoigt(Contact):
    def first(self):
        return "linear"

    @staticmethod
    def inner_edges(phase, k, damper):
        return []


class Clipped(KelvinVoigt):
    """Set to zero where it would pull."""

    @staticmethod
    def inner_edges(phase, k, damper):
        return [(k + damper, None, "rebound")] if phase == "linear" else [(-damper - k, None, "linear")]


class UndampedRebound(KelvinVoigt):
    """In the phase back the damper does nothing."""

    def push(self, phase, q, w):
        return self.spring(q) if phase == "back" else super().push(phase, q, w)

    @staticmethod
    def inner_edges(phase, k, damper):
        return [(damper, None, "back")] if phase == "linear" else [(-damper, None, "linear")]


class Hysteresis(Contact):
    """K (1 + g w): g is told by the motion."""

    def first(self):
        return "linear"

    def push_with(self, phase, q, w, g):
        k = self.spring(q) if phase == "linear" else Decimal(0)
        return k + k * (w * g) if phase == "linear" else k

    def edges(self, phase, q, w):
        kept, self.d = self.d, 0
        out = super().edges(phase, q, w)
        self.d = kept
        return out


# ---------------------------------------------------------------- motions

class Bodies(Motion):
    """Bodies along a line with contacts, friction and forces, described by lists.

    A mode is a tuple: one phase for each contact, then whatever else the motion has.
    """

    contacts = ()

    def __init__(self, p):
        self.p = p

    def depth(self, i, y):
        """Of contact i: its depth and the rate of that."""
        raise NotImplementedError

    def pushes(self, mode, y):
        return [c.push(mode[i], *self.depth(i, y)) for i, c in enumerate(self.contacts)]

    def edges(self, mode, y):
        out = []
        for i, contact in enumerate(self.contacts):
            for edge, event, phase in contact.edges(mode[i], *self.depth(i, y)):
                out.append((edge, event, mode[:i] + (phase,) + mode[i + 1:]))
        return out


def case(*names, **settings):
    def note(kind):
        for name in names:
            BY_MODEL[name] = (kind, settings)
        return kind
    return note


class OnStop(Bodies):
    """One body, ball, above one contact, gap, at place `rest`, under a force."""

    law = Contact
    rest = Decimal(0)

    def __init__(self, p):
        super().__init__(p)
        self.y = {"s": p.get("s0", Decimal(0)), "v": -p.get("v0", Decimal(0))}
        self.contacts = (self.law("gap", p.get("c", Decimal(0)), p.get("d", Decimal(0)), p.get("n", 1)),)
        self.mode = ("apart",)

    def depth(self, i, y):
        return self.rest - y["s"], -y["v"]

    def force(self, mode, y):
        return -self.p["weight"] if "weight" in self.p else Decimal(0)

    def rates(self, mode, y):
        push = self.pushes(mode, y)[0]
        return {"s": y["v"], "v": (push + self.force(mode, y)) / self.p["m"]}

    def show(self, mode, y):
        return {"ball.s": y["s"], "ball.v": y["v"], "gap.f": -self.pushes(mode, y)[0]}


@case("ImpactUndamped", "ImpactLight", "ImpactMedium", "ImpactCritical", "ImpactOverdamped", "SmallAndFast", "Bounces",
      "PowerOneThree", "PowerThreeHalves", "PowerOneThreeDamped", "PowerThreeHalvesDamped", "BouncesPower",
      "PowerTwo", "PowerThree", "PowerTwoDamped", "PowerThreeDamped", "ComesToRest")
class Plain(OnStop):
    pass


@case("FarAway")
class FarAway(OnStop):
    def __init__(self, p):
        super().__init__(p)
        self.rest = p["rest"]


@case("SpringByPoint")
class SpringByPoint(OnStop):
    def __init__(self, p):
        super().__init__({**p, "c": p["fRef"] / p["sRef"] ** 2, "n": 2})


@case("KelvinVoigt")
class OfKelvinVoigt(OnStop):
    law = KelvinVoigt


@case("KelvinVoigtClipped")
class OfClipped(OnStop):
    law = Clipped


@case("UndampedRebound")
class OfUndampedRebound(OnStop):
    law = UndampedRebound


@case("Hertz")
class OfHertz(OnStop):
    def __init__(self, p):
        super().__init__({**p, "n": Decimal("1.5")})


class OfHysteresis(OnStop):
    """K (1 + (D/v0) w): v0 is the speed of the one touch, which nothing changes before it."""

    law = Hysteresis

    def pushes(self, mode, y):
        return [self.contacts[0].push_with(mode[0], *self.depth(0, y), self.damping() / self.p["v0"])]


@case("HuntCrossley", "HuntCrossleyLinear")
class OfHuntCrossley(OfHysteresis):
    def damping(self):
        return 3 * (1 - self.p["e"]) / 2


@case("LankaraniNikravesh")
class OfLankaraniNikravesh(OfHysteresis):
    def __init__(self, p):
        super().__init__({**p, "n": 2})

    def damping(self):
        return 3 * (1 - self.p["e"] ** 2) / 4


@case("Flores")
class OfFlores(OfHysteresis):
    def damping(self):
        return 8 * (1 - self.p["e"]) / (5 * self.p["e"])


@case("HysteresisConstant")
class OfHysteresisConstant(OfHysteresis):
    def damping(self):
        return self.p["d"] * self.p["v0"] / self.p["c"]


@case("AsterShock")
class AsterShock(OnStop):
    def __init__(self, p):
        super().__init__({**p, "c": p["kShock"]})
        self.mode = ("linear",)

    def begins_with(self):
        return ["gap contact begins"]

    def force(self, mode, y):
        return -self.p["k"] * y["s"]


@case("RigidBounces", names=("ball.s", "ball.v", "gap impact"))
@case("WrittenBounces", names=("h", "v", "WrittenBounces h < 0 becomes true"))
class RigidBounces(Bodies):
    """A body that parts with e times the speed at which it meets the ground."""

    def __init__(self, p, names):
        super().__init__(p)
        self.names = names
        self.g = p["weight"] / p["m"] if "weight" in p else p["g"]
        self.y = {"s": p["s0"] if "s0" in p else p["h0"], "v": -p.get("v0", Decimal(0))}
        self.mode = ()

    def rates(self, mode, y):
        return {"s": y["v"], "v": -self.g}

    def edges(self, mode, y):
        return [(y["s"], self.names[2], self.impact)]

    def impact(self, y, mode):
        return {"s": Decimal(0), "v": -self.p["e"] * y["v"]}, mode

    def show(self, mode, y):
        return {self.names[0]: y["s"], self.names[1]: y["v"]}


class Two(Bodies):
    def __init__(self, p):
        super().__init__(p)
        self.y = {"a": Decimal(0), "va": p["va"], "b": p["sb"], "vb": p["vb"]}
        self.contacts = (Contact("gap", p.get("c"), p.get("d", Decimal(0)), p.get("n", 1)),)
        self.mode = ("apart",)

    def depth(self, i, y):
        return y["a"] - y["b"], y["va"] - y["vb"]

    def rates(self, mode, y):
        push = self.pushes(mode, y)[0]
        return {"a": y["va"], "va": -push / self.p["ma"], "b": y["vb"], "vb": push / self.p["mb"]}

    def show(self, mode, y):
        return {"a.s": y["a"], "a.v": y["va"], "b.s": y["b"], "b.v": y["vb"], "gap.f": -self.pushes(mode, y)[0]}


@case("SoftPair", "HertzPair")
class SoftPair(Two):
    pass


@case("RigidPair")
class RigidPair(Two):
    def __init__(self, p):
        super().__init__(p)
        self.contacts, self.mode = (), ("apart",)

    def rates(self, mode, y):
        return {"a": y["va"], "b": y["vb"]}

    def edges(self, mode, y):
        return [(y["b"] - y["a"], "gap impact", self.impact)] if mode == ("apart",) else []

    def impact(self, y, mode):
        m = self.p["ma"] + self.p["mb"]
        mean = (self.p["ma"] * y["va"] + self.p["mb"] * y["vb"]) / m
        apart = self.p["e"] * (y["va"] - y["vb"])
        return {**y, "va": mean - apart * self.p["mb"] / m, "vb": mean + apart * self.p["ma"] / m}, ("parted",)

    def show(self, mode, y):
        return {"a.s": y["a"], "a.v": y["va"], "b.s": y["b"], "b.v": y["vb"]}


@case("Cradle")
class Cradle(Bodies):
    def __init__(self, p):
        super().__init__(p)
        zero = Decimal(0)
        self.y = {"a": zero, "va": p["v0"], "b": p["play"], "vb": zero, "e": 2 * p["play"], "ve": zero}
        self.contacts = (Contact("ab", p["c"], p["d"]), Contact("bc", p["c"], p["d"]))
        self.mode = ("apart", "apart")

    def depth(self, i, y):
        return (y["a"] - y["b"], y["va"] - y["vb"]) if i == 0 else (y["b"] - y["e"], y["vb"] - y["ve"])

    def rates(self, mode, y):
        ab, bc = self.pushes(mode, y)
        m = self.p["m"]
        return {"a": y["va"], "va": -ab / m, "b": y["vb"], "vb": (ab - bc) / m, "e": y["ve"], "ve": bc / m}

    def show(self, mode, y):
        out = {body + ".s": y[body] for body in "abe"}
        out.update({body + ".v": y["v" + body] for body in "abe"})
        out["ab.f"], out["bc.f"] = (-push for push in self.pushes(mode, y))
        return out


class Between(Bodies):
    """One body between two contacts at low and high."""

    def depth(self, i, y):
        return (self.low - y["s"], -y["v"]) if i == 0 else (y["s"] - self.high, y["v"])

    def rates(self, mode, y):
        low, high = self.pushes(mode, y)
        return {"s": y["v"], "v": (low - high) / self.p["m"]}


@case("Rattle")
class Rattle(Between):
    def __init__(self, p):
        super().__init__(p)
        self.low, self.high = -p["play"], p["play"]
        self.y = {"s": Decimal(0), "v": p["v0"]}
        self.contacts = (Contact("gap1", p["c"], p["d"]), Contact("gap2", p["c"], p["d"]))
        self.mode = ("apart", "apart")

    def show(self, mode, y):
        low, high = self.pushes(mode, y)
        return {"ball.s": y["s"], "ball.v": y["v"], "gap1.f": -low, "gap2.f": -high}


@case("TwoSided")
class TwoSided(Rattle):
    def __init__(self, p):
        super().__init__(p)
        self.y["v"] = -p["v0"]
        self.contacts = (Contact("gap", p["c"], p["d"]), Contact("gap", p["cUpper"], p["d"]))

    def show(self, mode, y):
        low, high = self.pushes(mode, y)
        return {"ball.s": y["s"], "ball.v": y["v"], "gap.f": high - low}


@case("StandardElastoGap")
class StandardElastoGap(Between):
    """mass1 hangs between spring-dampers, mass2 flies between ElastoGaps; walls at -2 and 2."""

    low, high = Decimal("-0.5"), Decimal("0.5")

    def __init__(self, p):
        super().__init__(p)
        self.y = {"s1": Decimal(2), "v1": Decimal(0), "s": Decimal(2), "v": Decimal(0)}
        self.contacts = (Contact("elastoGap1", p["c"], p["d"]), Contact("elastoGap2", p["c"], p["d"]))
        self.mode = ("apart", "linear")

    def rates(self, mode, y):
        spring = -2 * self.p["c"] * y["s1"] - 2 * self.p["d"] * y["v1"]
        return {"s1": y["v1"], "v1": spring / self.p["m"], **super().rates(mode, y)}

    def show(self, mode, y):
        low, high = self.pushes(mode, y)
        return {"mass1.s": y["s1"], "mass1.v": y["v1"], "mass2.s": y["s"], "mass2.v": y["v"], "elastoGap1.f": -low,
                "elastoGap2.f": -high}


def turning(p):
    """The unknowns of a sine of frequency f, and their rates."""
    rate = 2 * PI * p["f"]
    return {"sin": Decimal(0), "cos": Decimal(1)}, lambda y: {"sin": y["cos"] * rate, "cos": y["sin"] * -rate}


@case("DrivenStop")
class DrivenStop(OnStop):
    def __init__(self, p):
        super().__init__(p)
        start, self.turn = turning(p)
        self.y = {"s": Decimal(0), "v": Decimal(0), **start}
        self.rest = -p["s0"]

    def force(self, mode, y):
        return self.p["amplitude"] * y["sin"] - self.p["k"] * y["s"]

    def rates(self, mode, y):
        return {**super().rates(mode, y), **self.turn(y)}


@case("ShakenStop")
class ShakenStop(OnStop):
    def __init__(self, p):
        super().__init__(p)
        start, self.turn = turning(p)
        self.y.update(start)

    def depth(self, i, y):
        rate = 2 * PI * self.p["f"] * self.p["amplitude"]
        return self.p["amplitude"] * y["sin"] - y["s"], rate * y["cos"] - y["v"]

    def rates(self, mode, y):
        return {**super().rates(mode, y), **self.turn(y)}


@case("PulsePress")
class PulsePress(OnStop):
    """The pulse lasts from 0.1 s for two fifths of half a second."""

    def __init__(self, p):
        super().__init__(p)
        self.y["t"] = Decimal(0)
        self.mode = ("apart", "before")

    def force(self, mode, y):
        return -self.p["height"] if mode[1] == "during" else Decimal(0)

    def rates(self, mode, y):
        return {**super().rates(mode, y), "t": Decimal(1)}

    def edges(self, mode, y):
        begin = Decimal(0.1)
        ends = {"before": (begin, "during"), "during": (begin + Decimal("0.2"), "after")}
        out = super().edges(mode, y)
        if mode[1] in ends:
            at, then = ends[mode[1]]
            out.append((at - y["t"], None, (mode[0], then)))
        return out


class Rubbing(OnStop):
    """A friction of one size; what has come to rest stays there while no more than that pulls at it."""

    def __init__(self, p):
        super().__init__(p)
        self.mode = ("apart", self.sense(self.y["v"], ("apart", 0), self.y))

    def sense(self, v, mode, y):
        if v:
            return 1 if v > 0 else -1
        load = self.load(mode, y)
        if abs(load) <= self.p["friction"]:
            return 0
        return 1 if load > 0 else -1

    def load(self, mode, y):
        return self.pushes(mode, y)[0] + self.force(mode, y)

    def rates(self, mode, y):
        if mode[1] == 0:
            return {"s": Decimal(0), "v": Decimal(0)}
        return {"s": y["v"], "v": (self.load(mode, y) - mode[1] * self.p["friction"]) / self.p["m"]}

    def edges(self, mode, y):
        if mode[1] == 0:
            return []
        return super().edges(mode, y) + [(mode[1] * y["v"], None, self.halt)]

    def halt(self, y, mode):
        y = {**y, "v": Decimal(0)}
        return y, (mode[0], self.sense(y["v"], mode, y))


@case("RubbingBounce")
class RubbingBounce(Rubbing):
    pass


class NoStop(Rubbing):
    def load(self, mode, y):
        return self.force(mode, y)

    def edges(self, mode, y):
        return [] if mode[1] == 0 else [(mode[1] * y["v"], None, self.halt)]

    def show(self, mode, y):
        return {"body.s": y["s"], "body.v": y["v"]}


@case("SlidesToRest")
class SlidesToRest(NoStop):
    def __init__(self, p):
        super().__init__({**p, "v0": -p["v0"]})


@case("PreloadedFriction")
class PreloadedFriction(NoStop):
    def __init__(self, p):
        super().__init__({**p, "s0": p["preload"]})

    def force(self, mode, y):
        return -self.p["k"] * y["s"]


@case("HardStop")
class HardStop(Motion):
    """Stuck, sliding, or at a stop, which takes all speed; it goes on where a sine is more than 1.001 of friction."""

    def __init__(self, p):
        self.p = p
        start, self.turn = turning(p)
        self.y = {"s": Decimal(0), "v": Decimal(0), **start}
        self.mode = (0, 0)   # how it moves, and at which stop it is

    def load(self, y):
        return self.p["amplitude"] * y["sin"]

    def rates(self, mode, y):
        moves = {"s": Decimal(0), "v": Decimal(0)}
        if mode[0]:
            moves = {"s": y["v"], "v": (self.load(y) - mode[0] * self.p["friction"]) / self.p["m"]}
        return {**moves, **self.turn(y)}

    def edges(self, mode, y):
        sense, stop = mode
        holds = Decimal(1.001) * self.p["friction"]
        if sense:
            return [(sense * y["v"], None, self.halt), (self.p["reach"] - sense * y["s"], None, self.meet)]
        out = [] if stop == 1 else [(holds - self.load(y), None, (1, 0))]
        return out + ([] if stop == -1 else [(holds + self.load(y), None, (-1, 0))])

    def halt(self, y, mode):
        load, holds = self.load(y), Decimal(1.001) * self.p["friction"]
        sense = 0 if abs(load) <= holds else 1 if load > 0 else -1
        return {**y, "v": Decimal(0)}, (sense, 0)

    def meet(self, y, mode):
        return {**y, "s": mode[0] * self.p["reach"], "v": Decimal(0)}, (0, mode[0])

    def show(self, mode, y):
        return {"slider.s": y["s"], "slider.v": y["v"]}


@case("MasslessNode")
class MasslessNode(OnStop):
    """Stop and spring in line are one spring; the node lies as deep as the stop's share."""

    def __init__(self, p):
        c, k = p["c"], p["k"]
        super().__init__({**p, "c": c * k / (c + k)})
        self.share = k / (c + k)

    def show(self, mode, y):
        node = self.share * y["s"] if mode[0] == "linear" else y["s"]
        return {**super().show(mode, y), "gap.s_rel": node}


@case("MasslessDamper")
class MasslessDamper(OnStop):
    """The node z between damper and spring: d z' = k (s - z)."""

    def __init__(self, p):
        super().__init__(p)
        self.y = {"s": Decimal(0), "v": -p["v0"], "z": Decimal(0)}
        self.rest = -p["s0"]

    def force(self, mode, y):
        return self.p["k"] * (y["z"] - y["s"])

    def rates(self, mode, y):
        return {**super().rates(mode, y), "z": self.p["k"] * (y["s"] - y["z"]) / self.p["dLine"]}

    def show(self, mode, y):
        return {**super().show(mode, y), "damper.s_rel": y["z"]}


@case("GearedStop")
class GearedStop(OnStop):
    """The shaft is felt as a mass J ratio^2 at the rack."""

    def __init__(self, p):
        super().__init__({**p, "m": p["m"] + p["J"] * p["ratio"] ** 2})

    def force(self, mode, y):
        return -self.p["ratio"] * self.p["torque"]

    def show(self, mode, y):
        return {"rack.s": y["s"], "rack.v": y["v"], "gap.f": -self.pushes(mode, y)[0],
                "shaft.w": self.p["ratio"] * y["v"]}


@case("HeatedStop")
class HeatedStop(OnStop):
    def __init__(self, p):
        super().__init__(p)
        self.y["T"] = Decimal(300)

    def rates(self, mode, y):
        loss = self.contacts[0].loss(mode[0], *self.depth(0, y))
        flow = self.p["G"] * (300 - y["T"])
        return {**super().rates(mode, y), "T": (flow + loss) / self.p["C"]}

    def show(self, mode, y):
        return {**super().show(mode, y), "housing.T": y["T"]}


# ---------------------------------------------------------------- the texts

def read_model(name):
    """(parameters, stop time, interval) as doubles."""
    with open(os.path.join(CASES, name, name + ".mo"), encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r"^  parameter Real (\w+)(?:\(.*?\))? = (\S+);", text, re.M)
    parameters = {key: Decimal(float(number)) for key, number in found}
    stop, interval = (Decimal(float(re.search(key + r" = ([^,)]+)", text).group(1)))
                      for key in ("StopTime", "Interval"))
    return parameters, stop, interval


def follow(name, parameters, stop, times):
    kind, settings = BY_MODEL[name]
    return kind(parameters, **settings).run(stop, times)


# ---------------------------------------------------------------- what is written

def digits(number):
    """In thirty digits."""
    return f"{number:.{DIGITS - 1}e}" if number else "0"


def derivatives(name, parameters, stop, times, rows, events):
    """by -> (derivatives of all rows, of the instants of all events)."""
    out = {}
    for by, at in parameters.items():
        step = STEP * (abs(at) or 1)
        sides = [follow(name, {**parameters, by: at + sign * step}, stop, times) for sign in (1, -1)]
        if any([event for _, event in side[1]] != [event for _, event in events] for side in sides):
            raise ArithmeticError(f"{name}: other events with {by} a little changed")
        slope = [{signal: (one[signal] - other[signal]) / (2 * step) for signal in row}
                 for one, other, row in zip(sides[0][0], sides[1][0], rows)]
        out[by] = slope, [(one[0] - other[0]) / (2 * step) for one, other in zip(sides[0][1], sides[1][1])]
    return out


def growth(signal, rows, slopes, parameters):
    """How much of the signal's range a part of the parameters and of itself makes, at most: what roundings grow to."""
    values = [row[signal] for row in rows]
    span = max(values) - min(values)
    most = max(sum(abs(at * slopes[by][0][k][signal]) for by, at in parameters.items()) for k in range(len(rows)))
    return (most + max(map(abs, values))) / span if span else Decimal(0)


def tables(name):
    """file name -> rows of cells."""
    parameters, stop, interval = read_model(name)
    count = int((stop / interval).to_integral_value())
    times = [Decimal(k * float(interval)) for k in range(count)] + [stop]
    rows, events = follow(name, parameters, stop, times)
    if any(0 < abs(at - t) < NEAR * stop for at, _ in events for t in times):
        raise ArithmeticError(f"{name}: a row lies beside an event")
    slopes = derivatives(name, parameters, stop, times, rows, events)
    signals = list(rows[0])
    reference = [["time", *signals]]
    reference += [[str(float(t)), *(digits(row[s]) for s in signals)] for t, row in zip(times, rows)]
    table = [["of", "growth", *parameters]]
    table += [[s, f"{growth(s, rows, slopes, parameters):.3g}", *(digits(slopes[by][0][-1][s]) for by in parameters)]
              for s in signals]
    event_table = [["time", "component", "event", *parameters]]
    for k, (at, event) in enumerate(events):
        event_table.append([digits(at), *event.split(" ", 1), *(digits(slopes[by][1][k]) for by in parameters)])
    return {"reference.csv": reference, "gradients.csv": table, "events.csv": event_table}


def as_text(table):
    return "".join(",".join(row) + "\n" for row in table)


def make(argument):
    name, is_check = argument
    told = ""
    for file_name, table in tables(name).items():
        path = os.path.join(CASES, name, file_name)
        if not is_check:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(as_text(table))
            continue
        with open(path, encoding="utf-8", newline="") as file:
            kept = [row for row in csv.reader(file)]
        if kept != table:
            told += f"{name}: {file_name} is not what the motion comes to\n"
    return told


def main():
    parser = argparse.ArgumentParser(description="writes the truths of the pack")
    parser.add_argument("--check", action="store_true", help="compare with what is there, and write nothing")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    names = arguments.names or sorted(BY_MODEL)
    with Pool(arguments.jobs) as pool:
        told = pool.map(make, [(name, arguments.check) for name in names], chunksize=1)
    sys.stderr.write("".join(told))
    return 1 if any(told) else 0


if __name__ == "__main__":
    sys.exit(main())
