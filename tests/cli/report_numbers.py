"""The numbers of a run in a report, read by the description in src/report/coder.h and data.h alone."""

import math
import struct

BITS = {"B": 8, "H": 16, "f": 32, "d": 64}


class Decoder:
    """A range decoder with adaptive chances of single bits."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data, self.at = data, place + 5
        self.range, self.code = 0xFFFFFFFF, int.from_bytes(data[place:place + 5], "big")
        self.chances = [[1024] * 128 for _ in range(17)]

    def renew(self) -> None:
        while self.range < 1 << 24:
            self.range = self.range << 8 & 0xFFFFFFFF
            self.code = (self.code << 8 | self.data[self.at] if self.at < len(self.data) else self.code << 8) & 0xFFFFFFFF
            self.at += 1

    def length(self, context: int) -> int:
        chances, node = self.chances[context], 1
        while node < 128:
            bound = (self.range >> 11) * chances[node]
            if self.code < bound:
                self.range = bound
                chances[node] += (2048 - chances[node]) >> 4
                node = 2 * node
            else:
                self.code -= bound
                self.range -= bound
                chances[node] -= chances[node] >> 4
                node = 2 * node + 1
            self.renew()
        return node - 128

    def raw(self, count: int) -> int:
        bits = 0
        while count > 0:
            some = min(count, 12)
            self.range >>= some
            found = min((1 << some) - 1, self.code // self.range)
            self.code -= found * self.range
            bits, count = bits << some | found, count - some
            self.renew()
        return bits


def decode(data: bytes, place: int, count: int, order: int, kind: str) -> list[float]:
    width, decoder, before, found = BITS[kind], Decoder(data, place), 0, []
    for _ in range(count):
        before = decoder.length(before // 4)
        folded = (1 << (before - 1) | decoder.raw(before - 1)) if before else 0
        found.append(-(folded + 1) // 2 if folded & 1 else folded // 2)
    for _ in range(order):
        for i in range(1, count):
            found[i] += found[i - 1]
    patterns = [v % (1 << width) for v in found]
    if kind in "fd":
        patterns = [p ^ ((1 << (width - 1)) - 1) if p >> (width - 1) else p for p in patterns]
    whole = {"B": "B", "H": "H", "f": "I", "d": "Q"}[kind]
    return list(struct.unpack(f"<{count}{kind}", struct.pack(f"<{count}{whole}", *patterns)))


class Run:
    """A run (or the bands) as JSON, and its block of bytes."""

    def __init__(self, meta: dict, data: bytes) -> None:
        self.meta, self.data, self.points = meta, data, meta["points"]
        self.time = self.numbers("d", meta["timePlace"], self.points, meta["timeOrder"])

    def numbers(self, kind: str, place: int, count: int, order: int = -1) -> list[float]:
        if order >= 0:
            return decode(self.data, place, count, order, kind)
        return list(struct.unpack_from(f"<{count}{kind}", self.data, place))

    def series(self, number: int) -> list[float]:
        twin, *rest = self.meta["series"][number]
        if twin != number:
            factor, offset = rest
            return [factor * v + offset for v in self.series(twin)]
        packing, least, scale, place, order, exact = rest
        if packing == 0:
            return [float(least)] * self.points
        packed = self.numbers(" BHfd"[packing], place, self.points, order)
        special = {65535: math.nan, 65534: math.inf, 65533: -math.inf} if packing == 2 else {}
        values = [special.get(v, float(least) + scale * v) for v in packed]
        if exact >= 0:
            where = self.numbers("I", self.meta["exactPlace"], self.meta["exactCount"])
            for at, v in zip(where, self.numbers("d", exact, self.meta["exactCount"])):
                values[int(at)] = v
        return values
