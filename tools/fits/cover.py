"""How often the intervals of elastogap fit hold the truth, from data that SciPy has made.

    /usr/bin/python3 tools/fits/cover.py build/elastogap [CASE [REPETITIONS [FIRST_SEED]]]

CASE: plain (500 samples of 13 bounces), sensor (a delay and a bias that are not known), hits (times of 12 bounces
alone), robust (one sample in ten is an outlier). Of 1000 repetitions 930 to 970 are to hold at a level of 95 %."""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from bounce import TIMES, TRUTH, bounce, write

NOISE, HIT_NOISE, DELAY, BIAS = 0.5, 0.1, 0.013, 4.0  # [mm], [ms], [s], [mm]
FREE = ["--free", "gap.c=1e3:1e7", "--free", "gap.d", "--free", "gap.n=1:3", "--free", "ball.s(start)"]
OPTIONS = {
    "plain": ["--match", "pos = ball.s", *FREE],
    "sensor": ["--match", "pos = ball.s", *FREE, "--sensor", "pos: delay, bias"],
    "robust": ["--match", "pos = ball.s", *FREE, "--robust"],
    "hits": ["--match", "hit = time(gap, contact begins)", "--set", "gap.c=1e5", *FREE[2:]],
}


def measure(case, clean, hits, rng, path):
    if case == "hits":
        write(path, "hit[ms]", 1000 * hits[:12] + rng.normal(0, HIT_NOISE, 12))
        return
    pos = 1000 * clean + rng.normal(0, NOISE, len(clean)) + (BIAS if case == "sensor" else 0)
    if case == "robust":
        pos = pos + np.where(rng.random(len(pos)) < 0.1, rng.normal(0, 50, len(pos)), 0)
    write(path, "time,pos[mm]", TIMES, pos)


def main(program, case="plain", repetitions="1000", first="0"):
    model = os.path.join(os.path.dirname(__file__), "../../examples/fit/Bounce.mo")
    late = DELAY if case == "sensor" else 0
    clean, hits = bounce(1e5, 20, 1.2, 0.2, times=np.maximum(TIMES - late, 0))
    truth = TRUTH | {"pos.delay": DELAY, "pos.bias": BIAS}
    held, refused = {}, 0
    with tempfile.TemporaryDirectory() as work:
        data, out = work + "/data.csv", work + "/fit.json"
        for seed in range(int(first), int(first) + int(repetitions)):
            measure(case, clean, hits, np.random.default_rng(seed), data)
            run = [program, "fit", model, "--data", data, *OPTIONS[case], "--json", out, "--quiet"]
            if subprocess.run(run, capture_output=True).returncode != 0:
                refused += 1
                print("refused: seed", seed)
                continue
            for e in json.load(open(out))["estimates"]:
                for kind, low, high in ("Gauss", "low", "high"), ("profile", "profile_low", "profile_high"):
                    low = -np.inf if e[low] is None else e[low]
                    high = np.inf if e[high] is None else e[high]
                    held.setdefault((e["name"], kind), []).append(low <= truth[e["name"]] <= high)
    print(f"{case}: {repetitions} repetitions, {refused} refused")
    for (name, kind), list in sorted(held.items()):
        print(f"  {name:14s} {kind:8s} {100 * np.mean(list):5.1f} %")


main(*sys.argv[1:])
