"""Motions from event to event in sixty digits: what the pack's truths are made of.

A motion is a set of unknowns, a mode, and for each mode the rates of the unknowns and the edges at which it ends, all
written as formulas. In a mode the formulas are smooth: Taylor series of order ORDER are made of them, coefficient
by coefficient, and steps are as long as the last terms are below TAIL of what each unknown has come to. An edge is a
formula that is above 0 in the mode; where it falls is found by halving intervals to the last digit.

Nothing here is taken from the program that the pack is for, nor from any other solver.
"""
from decimal import Decimal, getcontext
from operator import mul

DIGITS = 60
ORDER = 56
TAIL = Decimal(10) ** -54
SAMPLES = 16           # of an edge in a step; steps are short beside what the motion does
HALVINGS = 200
EVENTS_AT_MOST = 2000
getcontext().prec = DIGITS


class Term:
    """A formula's power series about where a step begins; one coefficient after the other."""

    def __init__(self, tape, parts=(), factors=(), constant=0):
        self.tape, self.parts, self.factors = tape, parts, factors
        self.constant = constant
        self.of = []
        tape.append(self)

    def extend(self, k):
        """Appends coefficient k: here of a sum of factors times parts."""
        total = self.constant if k == 0 else Decimal(0)
        for factor, part in zip(self.factors, self.parts):
            total += factor * part.of[k]
        self.of.append(total)

    def __add__(self, other):
        if isinstance(other, Term):
            return Term(self.tape, (self, other), (1, 1))
        return Term(self.tape, (self,), (1,), other)

    def __mul__(self, other):
        return Product(self, other) if isinstance(other, Term) else Term(self.tape, (self,), (other,))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return self * -1 + other

    def __truediv__(self, number):
        return self * (Decimal(1) / number)

    def __pow__(self, exponent):
        return Power(self, exponent)

    __radd__, __rmul__ = __add__, __mul__


class Unknown(Term):
    """Its coefficients follow from those of its rate."""

    def extend(self, k):
        pass


class Product(Term):
    def __init__(self, one, other):
        super().__init__(one.tape, (one, other))

    def extend(self, k):
        a, b = self.parts[0].of, self.parts[1].of
        self.of.append(sum(map(mul, a[:k + 1], reversed(b[:k + 1])), Decimal(0)))


class Power(Term):
    """x^n for any n, by x (x^n)' = n x' x^n; for whole n also where x is 0."""

    def __init__(self, base, exponent):
        super().__init__(base.tape, (base,))
        self.exponent = Decimal(exponent)
        self.factors = [1]    # x^1, x^2 ... of whole exponents, as lists
        self.is_whole = self.exponent == int(self.exponent) and 1 <= self.exponent <= 8

    def extend(self, k):
        x = self.parts[0].of
        if self.is_whole:
            if k == 0:
                self.factors = [[] for _ in range(int(self.exponent))]
            self.factors[0].append(x[k])
            for before, now in zip(self.factors, self.factors[1:]):
                now.append(sum(map(mul, before, reversed(x[:k + 1])), Decimal(0)))
            self.of.append(self.factors[-1][k])
        elif k == 0:
            self.of.append(x[0] ** self.exponent)
        else:
            n = self.exponent
            total = sum(((n * j - (k - j)) * x[j] * self.of[k - j] for j in range(1, k + 1)), Decimal(0))
            self.of.append(total / (k * x[0]))


def value(series, t):
    total = Decimal(0)
    for a in reversed(series):
        total = total * t + a
    return total


class Mode:
    """The formulas of one mode, ready to be made into series."""

    def __init__(self, motion, mode, names):
        self.tape = []
        self.unknowns = {name: Unknown(self.tape) for name in names}
        rates = motion.rates(mode, self.unknowns)
        self.rates = {name: self.as_term(rates.get(name, Decimal(0))) for name in names}
        self.edges = [(self.as_term(edge), event, then) for edge, event, then in motion.edges(mode, self.unknowns)]

    def as_term(self, formula):
        return formula if isinstance(formula, Term) else Term(self.tape, constant=Decimal(formula))

    def expand(self, y):
        for term in self.tape:
            term.of = []
        for name, unknown in self.unknowns.items():
            unknown.of.append(y[name])
        for k in range(ORDER + 1):
            for term in self.tape:
                term.extend(k)
            for name, unknown in self.unknowns.items():
                if k < ORDER:
                    unknown.of.append(self.rates[name].of[k] / (k + 1))


class Motion:
    """What a case derives from. y: name > number; mode: anything that can be looked up.

    rates(mode, y)   name > formula; what has none rests
    edges(mode, y)   (formula above 0, what happens, then) with then(y, mode) > (y, mode), or the next mode
    show(mode, y)    name > number
    """

    longest = Decimal(1) / 8   # of a step: shorter than anything that may happen twice

    def rates(self, mode, y):
        raise NotImplementedError

    def edges(self, mode, y):
        return []

    def show(self, mode, y):
        raise NotImplementedError

    # ---------------------------------------------------------------- from event to event

    def run(self, stop, times):
        """Rows at the times, and the events: [(time, name)] without those that have none."""
        modes, rows, events = {}, [], []
        now, y, mode = Decimal(0), dict(self.y), self.mode
        size = {name: abs(a) for name, a in y.items()}
        waiting = list(times)
        for name in self.begins_with():
            events.append((now, name))
        while True:
            if mode not in modes:
                modes[mode] = Mode(self, mode, list(y))
            part = modes[mode]
            part.expand(y)
            for name, a in y.items():
                size[name] = max(size[name], abs(a))
            h = self.step(part, size, min(self.longest, stop - now))
            fall = self.first_fall(part, h)
            if fall:
                h = fall[0]
            while waiting and (waiting[0] < now + h or (waiting[0] == now + h == stop and not fall)):
                t = waiting.pop(0) - now
                rows.append(self.show(mode, {n: value(u.of, t) for n, u in part.unknowns.items()}))
            y = {n: value(u.of, h) for n, u in part.unknowns.items()}
            now += h
            if fall:
                event, then = fall[1:]
                if event:
                    events.append((now, event))
                if len(events) > EVENTS_AT_MOST:
                    raise ArithmeticError("events without end")
                y, mode = then(y, mode) if callable(then) else (y, then)
            elif now >= stop:
                return rows, events

    def begins_with(self):
        """Names of what happens where the motion begins."""
        return []

    @staticmethod
    def step(part, size, h):
        for name, unknown in part.unknowns.items():
            for k in (ORDER - 1, ORDER):
                last = abs(unknown.of[k])
                whole = max(size[name], abs(unknown.of[1]) * h) or Decimal(1)
                if last > 0:
                    h = min(h, (TAIL * whole / last) ** (Decimal(1) / k))
        return h

    @staticmethod
    def first_fall(part, h):
        best = None
        for edge, event, then in part.edges:
            low = Decimal(0)
            for j in range(1, SAMPLES + 1):
                high = h * j / SAMPLES
                if value(edge.of, high) >= 0:
                    low = high
                    continue
                for _ in range(HALVINGS):
                    middle = (low + high) / 2
                    low, high = (middle, high) if value(edge.of, middle) >= 0 else (low, middle)
                if best is None or high < best[0]:
                    best = (high, event, then)
                break
        return best
