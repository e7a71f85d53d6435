"""A reference for one mass at one contact, in thirty digits: events, and the state at any time.

The mass moves along a line against a contact that begins at depth q = 0, pushed towards it by a constant force G:

    m q'' = G - A k(q) - B d q',    k(q) = f_ref (q/s_ref)^n

and the phases of an ElastoGap are apart (A = B = 0), approach-limited (2, 0) where d q' >= k, linear (1, 1), and
rebound-limited (0, 0) where -d q' >= k. Numbers are decimal, so that nothing overflows, underflows or cancels that
a double would; steps are Taylor series of order ORDER whose power k(q) follows from q by (q^n)' q = n q^n q', as long
as their last terms allow. Where the force could not change a part in 10^18 of the energy, the flight is a parabola.
"""
import math
from decimal import Decimal, getcontext

getcontext().prec = 32
ORDER = 28
SMALL = Decimal(10) ** -18
APART, APPROACH, LINEAR, REBOUND = "apart", "approach", "linear", "rebound"
STEPS_AT_MOST = 4000


class Unsettled(Exception):
    """The motion is not one that this reference follows to its end: too many events or steps, or rest."""


def ten(x):
    """A double, exactly."""
    return Decimal(x)


class Piece:
    """The motion from `begin` on for `length`: polynomials of q and q' in the time since."""

    def __init__(self, phase, begin, length, q, w):
        self.phase, self.begin, self.length, self.q, self.w = phase, begin, length, q, w

    @staticmethod
    def value(series, t):
        total = Decimal(0)
        for a in reversed(series):
            total = total * t + a
        return total

    def at(self, t):
        return self.value(self.q, t), self.value(self.w, t)


class Contact:
    """One mass at one ElastoGap; q > 0 is depth. All arguments are doubles."""

    def __init__(self, m, force, c, d, n, s_ref=1.0, f_ref=None):
        self.m, self.force, self.d, self.n = ten(m), ten(force), ten(d), ten(n)
        self.s_ref = ten(s_ref)
        self.f_ref = ten(c) * self.s_ref if f_ref is None else ten(f_ref)
        self.is_linear = n == 1

    # ---------------------------------------------------------------- the law

    def spring(self, q):
        return self.f_ref * (q / self.s_ref) ** self.n if q > 0 else Decimal(0)

    def depth_of(self, force):
        """Where the spring has that force."""
        return self.s_ref * (force / self.f_ref) ** (1 / self.n)

    def silent_depth(self, w):
        """As deep as no part in 10^18 of the energy shows, nor where the damper's bound ends."""
        energy = SMALL * self.m * w * w / 2
        exponent = 1 / (self.n + 1)
        q = (energy * (self.n + 1) / (2 * self.f_ref) * self.s_ref ** self.n) ** exponent
        if self.d > 0:
            q = min(q, self.depth_of(SMALL * self.d * abs(w)))
        return q

    def edges(self, phase, q, w):
        """Functions that are above 0 inside the phase, with the phase that follows each."""
        k, damper = self.spring(q), self.d * w
        if phase == APART:
            return [(-q, None)]
        if phase == APPROACH:
            return [(damper - k, LINEAR), (q, APART)]
        if phase == REBOUND:
            return [(-damper - k, LINEAR), (q, APART)]
        if self.d == 0:
            return [(q, APART)]
        return [(k - damper, APPROACH), (k + damper, REBOUND), (q, APART)]

    def touch(self, w):
        if self.d == 0:
            return LINEAR
        return APPROACH if w > 0 else REBOUND

    def phase_at(self, q, w):
        if q < 0 or (q == 0 and w <= 0):
            return APART
        if q == 0:
            return self.touch(w)
        k, damper = self.spring(q), self.d * w
        if self.d == 0 or -k < damper < k:
            return LINEAR
        return APPROACH if damper >= k else REBOUND

    # ---------------------------------------------------------------- steps

    def flight(self, phase, begin, q, w, length):
        a = self.force / self.m
        # Left free, the mass turns where w + a t = 0. Up to there q falls steadily and -d q' - k(q) is concave in time,
        # and beyond it q rises steadily: no edge falls and rises again between two samples of one piece, however short
        # a hop is beside what is left of the run.
        turn = -w / a if a > 0 else Decimal(0)
        if length * SMALL < turn < length:
            length = turn
        return Piece(phase, begin, length, [q, w, a / 2], [w, a])

    def series(self, phase, begin, q0, w0, longest):
        """One Taylor step in contact, as long as its last terms allow."""
        two, one = (2, 0) if phase == APPROACH else (1, 1)
        q, w, power = [q0], [w0], [(q0 / self.s_ref) ** self.n]
        for k in range(ORDER):
            accel = -(two * self.f_ref * power[k] + one * self.d * w[k])
            if k == 0:
                accel += self.force
            w.append(accel / self.m / (k + 1))
            q.append(w[k] / (k + 1))
            i = k + 1
            if self.is_linear:
                power.append(q[i] / self.s_ref)
            else:
                power.append(sum((self.n * j - (i - j)) * q[j] * power[i - j] for j in range(1, i + 1)) / (i * q0))
        size, speed = abs(q0), abs(w0)
        force = abs(power[0])
        length = longest
        if self.n > ORDER:  # terms of (q + w t)^n grow by (n - k)/(k + 1) w t/q: half at the last, and it ends
            for k in range(1, ORDER):
                if q[k] != 0:
                    most = q0 * (ORDER + 1) / (self.n - ORDER) / 4 / 2 ** (k - 1)
                    length = min(length, (most / abs(q[k])) ** (Decimal(1) / k))
        for k in (ORDER - 1, ORDER):
            for series, whole in ((q, size), (w, speed), (power, force)):
                if series[k] != 0 and whole > 0:
                    length = min(length, (SMALL * whole / abs(series[k])) ** (Decimal(1) / k))
        return Piece(phase, begin, length, q, w)

    # ---------------------------------------------------------------- the run

    def first_fall(self, piece):
        """(time since the piece began, next phase) of the first edge that falls in it, or None."""
        samples = 24 if piece.phase in (APART, REBOUND) else 8
        before, low = self.edges(piece.phase, *piece.at(Decimal(0))), Decimal(0)
        for j in range(1, samples + 1):
            high = piece.length * j / samples
            now = self.edges(piece.phase, *piece.at(high))
            fallen = [i for i in range(len(now)) if now[i][0] < 0 and (before[i][0] > 0 or j > 1)]
            if fallen:
                return min(self.refine(piece, i, low, high) for i in fallen)
            before, low = now, high
        return None

    def refine(self, piece, i, low, high):
        for _ in range(140):
            middle = (low + high) / 2
            value, follows = self.edges(piece.phase, *piece.at(middle))[i]
            if value > 0:
                low = middle
            else:
                high = middle
        return high, follows or ""

    def flies(self, phase, q, w):
        """Is the force nothing, as far as can be seen?"""
        if phase in (APART, REBOUND):
            return True
        return not self.is_linear and w != 0 and q < self.silent_depth(w) * (1 - SMALL)

    def run(self, q0, w0, span):
        """Pieces from time 0 to `span`, and events [(time, the phase that begins)]."""
        q, w, span = ten(q0), ten(w0), ten(span)
        if self.force < 0:
            raise ValueError("the force pushes towards the contact")
        t, phase, pieces, events = Decimal(0), self.phase_at(q, w), [], []
        while t < span:
            if len(pieces) > STEPS_AT_MOST or len(events) > 60:
                raise Unsettled
            rest = span - t
            if self.flies(phase, q, w):
                if phase not in (APART, REBOUND):  # in touch, without a force that shows
                    rest = self.time_out(q, w, rest)
                piece = self.flight(phase, t, q, w, rest)
            else:
                piece = self.series(phase, t, q, w, rest)
            fall = self.first_fall(piece)
            if fall:
                piece.length, phase = fall[0], fall[1]
            pieces.append(piece)
            t += piece.length
            q, w = piece.at(piece.length)
            if fall:
                if not phase:
                    phase = self.touch(w)
                if phase in (APPROACH, LINEAR, REBOUND) and piece.phase == APART:
                    q = Decimal(0)
                if phase == APART:
                    q = -abs(q) * 0
                events.append((t, phase))
            if piece.length <= 0:
                raise Unsettled
        return Motion(pieces, events)

    def time_out(self, q, w, rest):
        """Until the silent depth is reached on the way in; on the way out the edge at q = 0 ends it."""
        if w < 0:
            return rest
        way, a = self.silent_depth(w) - q, self.force / self.m
        return min(rest, 2 * way / (w + (w * w + 2 * a * way).sqrt()))


class Motion:
    def __init__(self, pieces, events):
        self.pieces, self.events = pieces, events

    def at(self, t):
        """(q, q') at t, a Decimal."""
        low, high = 0, len(self.pieces) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.pieces[middle].begin <= t:
                low = middle
            else:
                high = middle - 1
        piece = self.pieces[low]
        return piece.at(t - piece.begin)

    def touches(self):
        """Times at which contact begins or ends, in turn."""
        times, before = [], None
        for t, phase in self.events:
            is_apart = phase == APART
            if before is None or is_apart != before:
                if before is not None or self.pieces[0].phase == APART or is_apart:
                    times.append(t)
            before = is_apart
        return times

    def speed_range(self):
        return max(max(abs(p.w[0]), abs(p.at(p.length)[1])) for p in self.pieces)

    def way_range(self):
        """max - min of q, at the ends of pieces and where the speed is 0 within one."""
        values = []
        for p in self.pieces:
            values += [p.q[0], p.at(p.length)[0]]
            if len(p.q) == 3 and p.w[1] != 0 and 0 < -p.w[0] / p.w[1] < p.length:
                values.append(p.at(-p.w[0] / p.w[1])[0])
        return max(values) - min(values)


# ---------------------------------------------------------------- closed forms


def time_of_contact(m, c, n, v, s_ref=1.0):
    """(time, greatest depth) of an undamped contact f = c s_ref (q/s_ref)^n that a mass enters at speed v with no
    other force: m v^2/2 = c s_ref^(1-n) x^(n+1)/(n+1), and a Beta function."""
    log_x = (math.log((n + 1) / 2) + math.log(m) + 2 * math.log(v) - math.log(c) + (n - 1) * math.log(s_ref)) / (n + 1)
    root = 1 / (n + 1)
    x = math.exp(log_x)
    return 2 * x / v * math.exp(math.lgamma(1 + root) + math.lgamma(0.5) - math.lgamma(0.5 + root)), x


def restitution_of_hysteresis(hysteresis):
    """e of the law k q^n (1 + D q'/v): D (1 + e) = ln((1 + D)/(1 - e D)), whatever n, k, m, v."""
    low, high = 0.0, min(1.0, 1.0 / hysteresis) if hysteresis > 0 else 1.0
    for _ in range(200):
        e = 0.5 * (low + high)
        # the right side grows without bound towards e = 1/D
        inside = 1 - e * hysteresis
        over = inside <= 0 or math.log1p(hysteresis) - math.log(inside) > hysteresis * (1 + e)
        low, high = (low, e) if over else (e, high)
    return 0.5 * (low + high)
