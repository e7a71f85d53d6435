"""A ball that bounces on an ElastoGap, by SciPy's DOP853, mode by mode."""
import numpy as np
from scipy.integrate import solve_ivp

def bounce(c, d, n, height, m=0.5, g=9.81, speed=0.0, times=(), forces=None):
    """Heights [m] at the times, and times [s] of first touches; forces [N] at the times go to an array."""
    def push(mode, x, v):
        fc = c * max(x, 0.0) ** n
        return {"free": 0.0, "approach": 2 * fc, "linear": fc + d * v, "rebound": 0.0}[mode]
    # x: how deep; what ends a mode, in which direction, and what comes next
    ends = {
        "free": (lambda t, y: y[0], 1, "approach" if d > 0 else "linear"),
        "approach": (lambda t, y: d * y[1] - c * max(y[0], 0.0) ** n, -1, "linear"),
        "linear": (lambda t, y: -d * y[1] - c * max(y[0], 0.0) ** n, 1, "rebound"),
        "rebound": (lambda t, y: y[0], -1, "free"),
    }
    if d == 0:
        ends["linear"] = (lambda t, y: y[0], -1, "free")
    t, y, mode, k, hits = 0.0, np.array([-height, -speed]), "free", 0, []
    z, last = np.empty(len(times)), times[-1]
    while k < len(times):
        h, direction, after = ends[mode]
        event = lambda t, y, h=h: h(t, y)
        event.terminal, event.direction = True, direction
        s = solve_ivp(lambda t, y, mode=mode: [y[1], g - push(mode, y[0], y[1]) / m], (t, last + 1e-9), y,
                      method="DOP853", rtol=1e-12, atol=1e-14, events=event, dense_output=True)
        while k < len(times) and times[k] <= s.t[-1]:
            x, v = s.sol(times[k])
            z[k] = -x
            if forces is not None:
                forces[k] = push(mode, x, v)
            k += 1
        t, y = s.t[-1], s.y[:, -1]
        if s.status != 1:
            break
        if mode == "free":
            hits.append(t)
            y[0] = 0.0
        mode = after
    return z, np.array(hits)


def write(path, head, *columns):
    with open(path, "w") as f:
        f.write(head + "\n")
        for row in zip(*columns):
            f.write(",".join("" if np.isnan(x) else repr(float(x)) for x in row) + "\n")


# The data of examples/fit: /usr/bin/python3 tools/fits/bounce.py examples/fit
TRUTH = {"gap.c": 1e5, "gap.d": 20.0, "gap.n": 1.2, "ball.s.start": 0.2}
TIMES = np.linspace(0, 1.9, 501)[1:]

if __name__ == "__main__":
    import sys

    rng = np.random.default_rng(1)
    z, hits = bounce(1e5, 20, 1.2, 0.2, times=TIMES)
    print(len(hits), "bounces at", hits)
    write(sys.argv[1] + "/bounce.csv", "time,pos[mm]", TIMES, 1000 * z + rng.normal(0, 0.5, len(z)))
    # a slower start of the recorder, a sensor that is off, and one sample in ten is nonsense
    late, _ = bounce(1e5, 20, 1.2, 0.2, times=np.maximum(TIMES - 0.013, 0))
    off = 1000 * late + 4 + rng.normal(0, 0.5, len(z))
    off[rng.random(len(z)) < 0.1] += 60
    write(sys.argv[1] + "/sensor.csv", "time,pos[mm]", TIMES, off)
    heard = 1000 * hits[:10] + rng.normal(0, 0.1, 10)
    heard[4] = np.nan
    write(sys.argv[1] + "/hits.csv", "hit[ms]", heard)
    # one impact for each speed, without weight, against a stop with other constants
    speeds = np.linspace(0.3, 3, 15)
    after = []
    for v in speeds:
        z, _ = bounce(1e5, 60, 1.5, 0.0005, g=0.0, speed=-v, times=np.array([0, 0.09, 0.1]))
        after.append((z[2] - z[1]) / 0.01)
    write(sys.argv[1] + "/rebound.csv", "speed[mm/s],after[mm/s]", 1000 * speeds,
          1000 * np.array(after) + rng.normal(0, 3, len(speeds)))
    # the first ball again, from another height
    z, _ = bounce(1e5, 20, 1.2, 0.15, times=TIMES[:400])
    write(sys.argv[1] + "/second.csv", "time,pos[mm]", TIMES[:400], 1000 * z + rng.normal(0, 0.5, len(z)))
    # one impact of rebound.csv's stop at 1.5 m/s: force over depth, without times
    times, forces = np.linspace(0, 0.03, 151)[1:], np.zeros(150)
    z, _ = bounce(1e5, 60, 1.5, 0.0005, g=0.0, speed=-1.5, times=times, forces=forces)
    depth, force = -1000 * z[z < 0], forces[z < 0]
    noise = np.random.default_rng(4)
    write(sys.argv[1] + "/loop.csv", "depth[mm],force[N]", depth + noise.normal(0, 0.02, len(depth)),
          force + noise.normal(0, 2, len(force)))
    # a ball that hardly loses anything: 144 bounces until it rests
    late = np.linspace(0, 24, 701)[1:]
    z, hits = bounce(1e5, 1.5, 1.2, 0.2, times=late)
    with open(sys.argv[1] + "/long.csv", "w") as f:
        f.write("time,pos[mm]\n")
        for t, x in zip(late, 1000 * z + np.random.default_rng(3).normal(0, 0.5, len(z))):
            f.write(f"{t:.9g},{x:.2f}\n")
