"""A reference for masses in a row, with linear contacts and springs between them, in thirty digits.

Between events a chain is a linear system: Taylor coefficients of all positions and speeds follow one after the other,
and steps are as long as the last of them allow. Each contact is the ElastoGap of reference.py with n = 1, of depth
q = s0 - (x_b - x_a) and w = q':

    apart 0, approach-limited 2 c q where d w >= c q, linear c q + d w, rebound-limited 0 where -d w >= c q.

One of the bodies may have no mass: its speed is the one at which the forces on it are in balance.
"""
from decimal import Decimal

from reference import APART, APPROACH, LINEAR, REBOUND, Unsettled, ten

ORDER = 24
SMALL = Decimal(10) ** -22
NOTHING = Decimal(10) ** -26    # of where a contact is: its depth is not known better
FAR = 10 ** 12    # times where contacts are
GROUND = None


class Tie:
    """A contact between two bodies (GROUND: at 0), or a spring and damper that also pulls."""

    def __init__(self, a, b, s0, c, d, pulls=False):
        self.a, self.b, self.s0, self.c, self.d, self.pulls = a, b, ten(s0), ten(c), ten(d), pulls
        self.phase = LINEAR if pulls else APART

    def begin(self, q, w):
        """The phase that holds at q and w."""
        if self.pulls:
            return
        k, damper = self.c * q, self.d * w
        if q < 0 or (q == 0 and w <= 0):
            self.phase = APART
        elif self.d == 0 or -k < damper < k:
            self.phase = LINEAR
        else:
            self.phase = APPROACH if damper >= k else REBOUND

    def factors(self):
        """Of q and w in the push."""
        zero = Decimal(0)
        return {APART: (zero, zero), REBOUND: (zero, zero), APPROACH: (2 * self.c, zero),
                LINEAR: (self.c, self.d)}[self.phase]

    def edges(self, q, w):
        """Functions above 0 inside the phase, with what follows each; None: what a touch begins with."""
        if self.pulls:
            return []
        k, damper = self.c * q, self.d * w
        if self.phase == APART:
            return [(-q, None)]
        if self.phase == APPROACH:
            return [(damper - k, LINEAR), (q, APART)]
        if self.phase == REBOUND:
            return [(-damper - k, LINEAR), (q, APART)]
        if self.d == 0:
            return [(q, APART)]
        return [(k - damper, APPROACH), (k + damper, REBOUND), (q, APART)]

    def touch(self, q, w):
        """What a contact begins with, at a depth that is 0 but for its digits: a damper may be nothing beside that."""
        if abs(self.d * w) <= self.c * max(q, NOTHING * abs(self.s0)):
            return LINEAR
        return APPROACH if w > 0 else REBOUND


def value(series, t):
    total = Decimal(0)
    for a in reversed(series):
        total = total * t + a
    return total


class Chain:
    def __init__(self, masses, ties, x, v):
        self.m = [ten(m) for m in masses]      # 0: none, of one at most
        self.ties = ties
        self.x, self.v = [ten(s) for s in x], [ten(w) for w in v]
        self.fastest, self.farthest = [abs(w) for w in self.v], [abs(s) for s in self.x]

    def depth(self, tie, x, with_rest):
        left = x[tie.a] if tie.a is not GROUND else 0
        right = x[tie.b] if tie.b is not GROUND else 0
        return (tie.s0 if with_rest else 0) - (right - left)

    def balance(self, x, v, with_rest):
        """Sets the speed of what has no mass, of one coefficient."""
        for i, m in enumerate(self.m):
            if m != 0:
                continue
            force, damping = Decimal(0), Decimal(0)
            v[i] = Decimal(0)
            for tie in self.ties:
                if i not in (tie.a, tie.b):
                    continue
                by_q, by_w = tie.factors()
                sign = 1 if tie.b == i else -1
                force += sign * (by_q * self.depth(tie, x, with_rest) + by_w * self.depth(tie, v, False))
                damping += by_w
            if damping == 0:
                raise Unsettled
            v[i] = force / damping

    def expand(self):
        count = len(self.m)
        x, v = [list(self.x)], [list(self.v)]
        for k in range(ORDER):
            self.balance(x[k], v[k], k == 0)
            force = [Decimal(0)] * count
            for tie in self.ties:
                by_q, by_w = tie.factors()
                if by_q == 0 and by_w == 0:
                    continue
                push = by_q * self.depth(tie, x[k], k == 0) + by_w * self.depth(tie, v[k], False)
                if tie.b is not GROUND:
                    force[tie.b] += push
                if tie.a is not GROUND:
                    force[tie.a] -= push
            x.append([w / (k + 1) for w in v[k]])
            v.append([f / m / (k + 1) if m != 0 else Decimal(0) for f, m in zip(force, self.m)])
        self.balance(x[ORDER], v[ORDER], False)
        self.v = list(v[0])
        return [list(s) for s in zip(*x)], [list(s) for s in zip(*v)]

    def longest(self, x, v, rest):
        size = max(max(abs(a) for a in self.v), Decimal(10) ** -300)
        length = rest
        for series in v:
            for k in (ORDER - 1, ORDER):
                if series[k] != 0:
                    length = min(length, (SMALL * size / abs(series[k])) ** (Decimal(1) / k))
        far = max(max(abs(a) for a in self.x), Decimal(10) ** -300)
        for series in x:
            for k in (ORDER - 1, ORDER):
                if series[k] != 0:
                    length = min(length, (SMALL * far / abs(series[k])) ** (Decimal(1) / k))
        return length

    def edges_at(self, tie, x, v, t):
        def at(series):
            left = value(series[tie.a], t) if tie.a is not GROUND else 0
            right = value(series[tie.b], t) if tie.b is not GROUND else 0
            return right - left
        return tie.edges(tie.s0 - at(x), -at(v))

    def first_fall(self, x, v, length):
        """(time, tie, phase) of the first edge that falls, or None."""
        samples, falls = 6, []
        before = [self.edges_at(tie, x, v, Decimal(0)) for tie in self.ties]
        low = Decimal(0)
        for j in range(1, samples + 1):
            high = length * j / samples
            now = [self.edges_at(tie, x, v, high) for tie in self.ties]
            for tie, was, are in zip(self.ties, before, now):
                for i, (edge, _) in enumerate(are):
                    if edge < 0 and (was[i][0] > 0 or j > 1):
                        falls.append(self.refine(tie, i, x, v, low, high))
            if falls:
                return min(falls, key=lambda fall: (fall[0], fall[2] is not APART))  # of all at once the end
            before, low = now, high
        return None

    def refine(self, tie, i, x, v, low, high):
        for _ in range(90):
            middle = (low + high) / 2
            edge, follows = self.edges_at(tie, x, v, middle)[i]
            if edge > 0:
                low = middle
            else:
                high = middle
        return high, tie, follows

    def begin(self):
        """Phases that hold at the start: with a part without mass, whose speed they give, those that keep it."""
        if max(abs(s) for s in self.x) > FAR * max(abs(tie.s0) for tie in self.ties):
            raise Unsettled    # too many digits
        for tie in self.ties:
            tie.begin(self.depth(tie, self.x, True), self.depth(tie, self.v, False))
        if all(m != 0 for m in self.m):
            return
        for tie in self.ties:
            found = []
            for phase in [] if tie.pulls else [APART, APPROACH, LINEAR, REBOUND]:
                tie.phase = phase
                self.balance(self.x, self.v, True)
                tie.begin(self.depth(tie, self.x, True), self.depth(tie, self.v, False))
                found += [phase] if tie.phase == phase else []
            if not tie.pulls:
                if len(found) != 1:
                    raise Unsettled
                tie.phase = found[0]

    def after(self, tie, follows):
        """The phase that follows, None being a touch. Between the two limits of a damper lies what a depth's push
        holds: where speeds are not known as finely as that, one limit follows the other at once."""
        q, w = self.depth(tie, self.x, True), self.depth(tie, self.v, False)
        if follows is None:
            return tie.touch(q, w)
        speed = max(abs(self.v[i]) for i in (tie.a, tie.b) if i is not GROUND)
        if follows == LINEAR and tie.c * q < tie.d * NOTHING * speed:
            return APPROACH if tie.phase == REBOUND else REBOUND
        return follows

    def run(self, span, steps_at_most):
        span, t = ten(span), Decimal(0)
        self.begin()
        for _ in range(steps_at_most):
            x, v = self.expand()
            length = self.longest(x, v, span - t)
            fall = self.first_fall(x, v, length)
            if fall:
                length = fall[0]
            self.x, self.v = [value(s, length) for s in x], [value(s, length) for s in v]
            self.fastest = [max(a, abs(b)) for a, b in zip(self.fastest, self.v)]
            self.farthest = [max(a, abs(b)) for a, b in zip(self.farthest, self.x)]
            t += length
            if fall:
                tie = fall[1]
                tie.phase = self.after(tie, fall[2])
            elif t >= span:
                return
            if length <= 0 and not fall:
                break
        raise Unsettled
