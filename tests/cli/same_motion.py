"""same_motion.py FIRST.csv AGAIN.csv FIRST_EVENTS.csv AGAIN_EVENTS.csv [SHARE]: are two runs the same motion, in
other words? All columns that both results have differ by no more than SHARE (1e-9) of the column's largest
magnitude, and both have the same events of the same components in the same order."""
import csv
import sys


def table(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def number(text):
    return float(text == "true") if text in ("true", "false", "") else float(text)


def columns(path):
    names, rows = table(path)
    return {name: [number(row[i]) for row in rows] for i, name in enumerate(names)}, len(rows)


def events(path, names):
    # What is no component is the model itself, whose analysis has another name.
    rows = table(path)[1]
    return [[row[1] if any(name.startswith(row[1] + ".") for name in names) else ""] + row[2:] for row in rows]


def main():
    first, count = columns(sys.argv[1])
    again, other = columns(sys.argv[2])
    share = float(sys.argv[5]) if len(sys.argv) > 5 else 1e-9
    common = [name for name in first if name in again]
    if count != other:
        sys.exit(f"{count} rows, and {other}")
    if len(common) < 2:
        sys.exit("nothing in common")
    for name in common:
        size = max(abs(x) for x in first[name])
        off = max(abs(x - y) for x, y in zip(first[name], again[name]))
        if not off <= share * size:
            sys.exit(f"{name} is off by {off:g} of {size:g}")
    before, after = events(sys.argv[3], first), events(sys.argv[4], again)
    if before != after:
        sys.exit(f"other events: {len(before)}, and {len(after)}")


main()
