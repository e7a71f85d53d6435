"""Reads a report and holds it against the CSV of its first run.

report_read.py REPORT.html RESULT.csv [EVENTS.csv]
"""
import base64
import bisect
import csv
import hashlib
import json
import math
import re
import sys

from report_numbers import Run

page = open(sys.argv[1], encoding="utf-8").read()
result = list(csv.reader(open(sys.argv[2], encoding="utf-8")))
names, rows = result[0], [[float(v) for v in r] for r in result[1:]]

# The policy names the script and the styles, of which a diagram brings its own, by their hashes, and nothing else.
policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
assert "default-src 'none'" in policy and "unsafe" not in policy, policy
for tag in ("script", "style"):
    bodies = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)
    assert len(bodies) == 1 + (tag == "style" and "<svg" in page), f"{len(bodies)} elements {tag}"
    digests = [base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in bodies]
    allowed = f"{tag}-src" + "".join(f" 'sha256-{digest}'" for digest in digests)
    assert allowed in policy, f"the policy has another {tag}"

meta = json.loads(re.search(r'id="report">(.*?)</script>', page, re.S).group(1))["runs"][0]
run = Run(meta, base64.b64decode(re.search(r'id="data0">(.*?)</script>', page, re.S).group(1)))
points, time = run.points, run.time


def same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


assert [s[0] for s in meta["signals"]] == names[1:], "other signals"
for i, signal in enumerate(meta["signals"]):
    values = run.series(signal[4]) if signal[4] >= 0 else [float(signal[5])] * points
    theirs = [r[i + 1] for r in rows]
    if meta["whole"]:
        assert len(rows) == points and all(map(same, values, theirs)), f"{signal[0]}: other values"
        assert time == [r[0] for r in rows], "other times"
        continue
    # A picture of 1500 pixels by 500: no row is further than one from what is drawn.
    span, height = rows[-1][0] - rows[0][0], max(theirs) - min(theirs)
    for k in range(1500):
        left, right = (rows[0][0] + span * (k + n) / 1500 for n in (0, 1))
        first = bisect.bisect_left(rows, [left])
        last = bisect.bisect_right(rows, [right])
        a = bisect.bisect_left(time, left - span / 1500)
        b = bisect.bisect_right(time, right + span / 1500)
        drawn, wanted = values[a:b], theirs[first:last]
        assert min(drawn) <= min(wanted) + height / 500, f"{signal[0]} at {left}: {min(wanted)} is lost"
        assert max(drawn) >= max(wanted) - height / 500, f"{signal[0]} at {left}: {max(wanted)} is lost"

# Each event has its time, and the force of its component on both sides, as the files have them.
if len(sys.argv) > 3:
    events = list(csv.reader(open(sys.argv[3], encoding="utf-8")))[1:]
    assert len(events) == meta["eventCount"] == len(meta["events"]) // 2
    for i, (when, component, what) in enumerate(events):
        at, before, behind = run.numbers("d", meta["eventPlace"] + 24 * i, 3)
        assert at == float(when) and meta["kinds"][meta["events"][2 * i + 1]] == what
        name, force = meta["components"][meta["events"][2 * i]]
        assert name == component
        sides = [r[names.index(force)] for r in rows if r[0] == at]
        assert [before, behind] == [sides[0], sides[-1]], f"event {i}: {before}, {behind}, not {sides}"
