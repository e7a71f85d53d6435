#!/usr/bin/env python3
"""Closed forms of what the pack's truths hold, asked anew in forty digits (mpmath): all kept digits must agree.

    pack/closed.py

The truths come of series from event to event (truth.py); nothing of these is used here. Sources: the exact relation of
hysteresis laws D (1 + e) = ln((1 + D)/(1 - e D)); the damped oscillator from phase to phase; energy.
"""
import csv
import os
import sys

from mpmath import atan2, exp, findroot, log, mp, mpf, pi, sqrt

from truth import BY_MODEL, CASES, read_model

mp.dps = 40
KEPT = mpf(10) ** -28   # of the largest value of the signal


def speed_factor(c, d, m):
    """The restitution of an ElastoGap with n = 1: what it gives back of the speed."""
    zeta = d / (2 * sqrt(c * m))
    if zeta == 1:
        return exp(-mpf(4) / 3)
    w = sqrt(abs(1 - zeta ** 2))
    if zeta < 1:
        return exp(-zeta / w * atan2(4 * zeta * w, 4 * zeta ** 2 - 1))
    return exp(-zeta / w * mp.atanh(4 * zeta * w / (4 * zeta ** 2 - 1)))


def hysteresis(D):
    """What the laws K (1 + (D/v0) x') give back."""
    return findroot(lambda e: log((1 + D) / (1 - e * D)) - D * (1 + e), 1 / (1 + D) if D < 1 else 1 / D * mpf("0.9"))


def rebound(p, e):
    return {"ball.v": e * p["v0"]}


def gap(p):
    return rebound(p, speed_factor(p["c"], p["d"], p["m"]))


def undamped(p):
    return rebound(p, 1)


def kelvin_voigt(p):
    zeta = p["d"] / (2 * sqrt(p["c"] * p["m"]))
    return rebound(p, exp(-pi * zeta / sqrt(1 - zeta ** 2)))


def clipped(p):
    zeta = p["d"] / (2 * sqrt(p["c"] * p["m"]))
    w = sqrt(1 - zeta ** 2)
    return rebound(p, exp(-zeta / w * atan2(2 * zeta * w, 2 * zeta ** 2 - 1)))


def undamped_rebound(p):
    zeta = p["d"] / (2 * sqrt(p["c"] * p["m"]))
    w = sqrt(1 - zeta ** 2)
    return rebound(p, exp(-zeta / w * atan2(w, zeta)))


def power(p, n=None):
    """Undamped, of any exponent: in contact twice the time to the greatest depth, by quadrature of the energy."""
    n = n or p["n"]
    deepest = ((n + 1) * p["m"] * p["v0"] ** 2 / (2 * p["c"])) ** (1 / (n + 1))
    lasts = 2 * deepest / p["v0"] * sqrt(pi) * mp.gamma(1 + 1 / (n + 1)) / mp.gamma(mpf(1) / 2 + 1 / (n + 1))
    return {"ball.v": p["v0"], "ball.s": p["v0"] * (p["stop"] - p["s0"] / p["v0"] - lasts)}


def aster(p):
    """Half a sine against the stop, half a sine on the spring, and so on."""
    hard, soft = sqrt((p["k"] + p["kShock"]) / p["m"]), sqrt(p["k"] / p["m"])
    period = pi / hard + pi / soft
    since = p["stop"] - int(p["stop"] / period) * period - pi / hard
    return {"ball.s": p["v0"] / soft * mp.sin(soft * since), "ball.v": p["v0"] * mp.cos(soft * since)}


def two(p, e):
    m = p["ma"] + p["mb"]
    mean, apart = (p["ma"] * p["va"] + p["mb"] * p["vb"]) / m, e * (p["va"] - p["vb"])
    return {"a.v": mean - apart * p["mb"] / m, "b.v": mean + apart * p["ma"] / m}


def soft_pair(p):
    return two(p, speed_factor(p["c"], p["d"], p["ma"] * p["mb"] / (p["ma"] + p["mb"])))


def bounces(p, g, h):
    """Parabolas."""
    e, fall = p["e"], sqrt(2 * h / g)
    t, speed = fall, g * fall * e
    while t + 2 * speed / g < p["stop"]:
        t, speed = t + 2 * speed / g, speed * e
    since = p["stop"] - t
    return speed * since - g * since ** 2 / 2, speed - g * since


def rigid_bounces(p):
    s, v = bounces(p, p["weight"] / p["m"], p["s0"])
    return {"ball.s": s, "ball.v": v}


def written_bounces(p):
    h, v = bounces(p, p["g"], p["h0"])
    return {"h": h, "v": v}


def slides(p):
    return {"body.s": p["m"] * p["v0"] ** 2 / (2 * p["friction"]), "body.v": mpf(0)}


def preloaded(p):
    """Each half swing ends twice friction over stiffness nearer to the middle, on the other side."""
    s, lag = p["preload"], p["friction"] / p["k"]
    while abs(s) > lag:
        s = -s + (2 * lag if s > 0 else -2 * lag)
    return {"body.s": s, "body.v": mpf(0)}


FORMS = {
    "ImpactUndamped": undamped, "ImpactLight": gap, "ImpactMedium": gap, "ImpactCritical": gap, "ImpactOverdamped": gap,
    "FarAway": gap, "SmallAndFast": gap, "HeatedStop": gap, "KelvinVoigt": kelvin_voigt, "KelvinVoigtClipped": clipped,
    "UndampedRebound": undamped_rebound, "PowerOneThree": power, "PowerThreeHalves": power, "PowerTwo": power,
    "PowerThree": power, "Hertz": lambda p: power(p, mpf("1.5")),
    "HuntCrossley": lambda p: rebound(p, hysteresis(3 * (1 - p["e"]) / 2)),
    "HuntCrossleyLinear": lambda p: rebound(p, hysteresis(3 * (1 - p["e"]) / 2)),
    "LankaraniNikravesh": lambda p: rebound(p, hysteresis(3 * (1 - p["e"] ** 2) / 4)),
    "Flores": lambda p: rebound(p, hysteresis(8 * (1 - p["e"]) / (5 * p["e"]))),
    "HysteresisConstant": lambda p: rebound(p, hysteresis(p["d"] * p["v0"] / p["c"])),
    "MasslessNode": undamped, "AsterShock": aster, "SoftPair": soft_pair, "RigidPair": lambda p: two(p, p["e"]),
    "RigidBounces": rigid_bounces, "WrittenBounces": written_bounces, "SlidesToRest": slides,
    "PreloadedFriction": preloaded,
}


def main():
    wrong = 0
    for name, form in FORMS.items():
        parameters, stop, _ = read_model(name)
        known = form({**{key: mpf(str(a)) for key, a in parameters.items()}, "stop": mpf(str(stop))})
        with open(os.path.join(CASES, name, "reference.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        for signal, expected in known.items():
            column = [mpf(row[rows[0].index(signal)]) for row in rows[1:]]
            off = abs(column[-1] - expected) / max(map(abs, column))
            if off > KEPT:
                print(f"{name}: {signal} ends at {column[-1]}, but {expected} by its closed form")
                wrong += 1
    print(f"{len(FORMS)} of {len(BY_MODEL)} truths have a closed form: {wrong} values are off")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
