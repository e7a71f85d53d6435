"""Runs by the thousand: a worker on libelastogap (worker.c), compiled on the spot, that hunts feed line by line.

    fleet = Fleet(hunt)
    run = fleet.run("Drop.mo", 2.0, ["ball.s"], ["stop.c=1e30"])

A run that crashes or does not end costs the worker, of which a new one is started.
"""
import math
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OK, SIMULATION, UNAVAILABLE = 0, -4, -7


class Run:
    """What became of one run; fault: None, or what no input may cause."""

    def __init__(self, answer):
        self.fault = None
        self.status, self.message, self.values, self.peaks = None, "", [], []
        fields = answer.rstrip("\n").split("\t")
        if len(fields) < 11:
            self.fault = "did not end within 5 s" if fields[0] == "endless" else "crashed"
            return
        self.status = int(fields[0])
        self.seconds, self.end, self.initial, self.turnover, self.closure = map(float, fields[1:6])
        self.steps = int(fields[6])
        self.engine = fields[7]
        self.values = [float(v) for v in fields[8].split(",") if v]
        self.peaks = [float(v) for v in fields[9].split(",") if v]
        self.message = fields[10]
        if self.status != OK and not self.message.strip():
            self.fault = f"ended with status {self.status} without a message"

    def is_done(self):
        return self.status == OK

    def is_exact(self):
        return self.engine == "exact"

    def warns_of_energy(self):
        return "energy" in self.message or "balance" in self.message

    def warns_of_rounding(self):
        return "last digit" in self.message

    def met_time_limit(self):
        return self.status == SIMULATION and "time limit" in self.message


class Fleet:
    """Workers for one hunt, at most one at a time."""

    def __init__(self, hunt):
        self.hunt = hunt
        build = os.path.dirname(hunt.program)
        self.binary = os.path.join(hunt.folder, "worker")
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-D_GNU_SOURCE", f"-I{ROOT}/include",
                        f"{ROOT}/tools/hunt/worker.c", f"-L{build}", "-lelastogap", f"-Wl,-rpath,{build}",
                        "-o", self.binary, "-lm"], check=True)
        self.worker = None
        self.slowest = 0.0

    def run(self, path, stop, signals, settings, engine=""):
        if self.worker is None or self.worker.poll() is not None:
            self.worker = subprocess.Popen([self.binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                           errors="replace")
        line = "\t".join([path, repr(stop), engine, ",".join(signals), *settings])
        try:
            self.worker.stdin.write(line + "\n")
            self.worker.stdin.flush()
            answer = self.worker.stdout.readline()
        except BrokenPipeError:
            answer = ""
        run = Run(answer)
        if run.fault and run.status is None:
            self.worker.wait()
            self.worker = None
        else:
            self.slowest = max(self.slowest, run.seconds)
        return run

    def command(self, path, stop, settings, engine=""):
        """The program's own, which repeats a run."""
        words = [self.hunt.program, "simulate", path, "--stop-time", repr(stop), "--stats"]
        for setting in settings:
            words += ["--set", setting]
        return words + (["--engine", engine] if engine else [])

    def end(self):
        if self.worker:
            self.worker.stdin.close()
            self.worker.wait()


def is_finite(values):
    return all(math.isfinite(v) for v in values)
