"""What all hunts share: drawing, running the program within limits, keeping what failed.

A hunt draws inputs without end, the ordinary and the absurd, and holds what the program makes of each against an
oracle that owes the program nothing: a closed form, conservation, an integration in more digits, what was written
and is read back. The same seed draws the same cases, whatever the machine and however long each takes.

    tools/hunt/NAME PROGRAM [--seconds S] [--cases N] [--seed K] [--only CASE]
        [--findings N] [--keep FOLDER] [--verbose]

ends with status 0 and one line that counts the cases when nothing was found, and with 1 when something was; each
finding is printed with the command that repeats it, its input kept in FOLDER.
"""
import argparse
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS_A_CASE = 5  # of a processor, within which every run has to end
WAITS = 20  # times that on the clock, since a machine has more to do
BYTES_A_CASE = 2 << 30
FINDINGS_AT_MOST = 20  # then the hunt stops, unless told otherwise: more would say the same

DONE, MODEL, USAGE, FAILED = 0, 1, 2, 3  # the statuses of the program; others are crashes


class Outcome:
    """What became of one command: status (negative: a signal), out, err, ended within its time."""

    def __init__(self, command, status, out, err, ended):
        self.command = command
        self.status = status
        self.out = out
        self.err = err
        self.ended = ended

    def fault(self):
        """What no input may cause, or None: an endless run, a crash, a refusal without a message."""
        if not self.ended:
            return f"did not end within {SECONDS_A_CASE} s"
        if self.status < 0 or self.status > FAILED:
            return f"crashed with status {self.status}: {self.err[-300:]}"
        if self.status != DONE and not self.err.strip():
            return f"ended with status {self.status} without a message"
        return None


class Hunt:
    """One hunt: `for random in hunt.cases():` draws until the time or the count is used up.

    `cost`: for how many cases of other hunts one of this counts, where its oracle takes far longer.
    `options`: further ones of this hunt alone, each a name and the words of argparse.
    """

    def __init__(self, name, cost=1, options=()):
        parser = argparse.ArgumentParser(prog=name)
        for option, words in options:
            parser.add_argument(option, **words)
        parser.add_argument("program")
        parser.add_argument("--seconds", type=float, default=0, help="0: 60, or as many as the cases take")
        parser.add_argument("--cases", type=int, default=0, help="of usual cost; 0: as many as the time allows")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--only", type=int, default=0, help="this case of the seed alone")
        parser.add_argument("--findings", type=int, default=FINDINGS_AT_MOST, help="ends after so many")
        parser.add_argument("--keep", default="", help="folder for inputs that failed")
        parser.add_argument("--verbose", action="store_true", help="name each case")
        self.options = parser.parse_args()
        self.program = os.path.abspath(self.options.program)
        self.name = name
        self.cost = cost
        self.counts = {}
        self.findings = 0
        self.case = 0
        self.folder = tempfile.mkdtemp(prefix=f"hunt-{name}-")
        self.keep = self.options.keep or f"hunt-{name}"

    def cases(self):
        begin = time.monotonic()
        most, seconds = -(-self.options.cases // self.cost), self.options.seconds
        if not most and not seconds:
            seconds = 60
        if self.options.only:
            self.case, most = self.options.only - 1, self.options.only
        while self.findings < self.options.findings:
            if most and self.case >= most:
                return
            if seconds and time.monotonic() - begin > seconds:
                return
            self.case += 1
            # A generator of its own for each case: one case can be repeated alone.
            yield random.Random(f"{self.options.seed}:{self.case}")

    def file(self, name, text):
        """Writes an input of this case; its path."""
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def run(self, *arguments, seconds=SECONDS_A_CASE, program=None, environment=None):
        """Runs the program with arguments within limits of time and memory."""
        command = [program or self.program, *map(str, arguments)]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
            resource.setrlimit(resource.RLIMIT_AS, (BYTES_A_CASE, BYTES_A_CASE))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=WAITS * seconds,
                                  preexec_fn=limit, env=environment, check=False)
        except subprocess.TimeoutExpired:
            return Outcome(command, FAILED, "", "", False)
        out_of_time = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
        return Outcome(command, done.returncode, done.stdout, done.stderr, not out_of_time)

    def count(self, kind):
        """Adds the case to a kind that the summary counts: right, refused, warned ..."""
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def found(self, what, outcome, *files):
        """Tells a finding and keeps its files."""
        self.findings += 1
        os.makedirs(self.keep, exist_ok=True)
        command = list(outcome.command) if outcome else []
        for path in files:
            kept = os.path.join(self.keep, f"{self.options.seed}-{self.case}-{os.path.basename(path)}")
            shutil.copy(path, kept)
            command = [kept if part == path else part for part in command]
        what = what.replace(self.folder + os.sep, "")  # a name drawn anew each time
        print(f"{self.name}: case {self.case} of seed {self.options.seed}: {what}")
        print(f"    {shlex.join(command)}", flush=True)

    def end(self):
        """Prints the summary and leaves with the hunt's status."""
        shutil.rmtree(self.folder, ignore_errors=True)
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items()))
        print(f"{self.name}: {self.case} cases ({kinds or 'all right'}), {self.findings} findings")
        sys.exit(1 if self.findings else 0)


def absurd(random):
    """A positive number as nobody would choose it: 1e-320 to 1e308, and the edges."""
    return random.choice([
        lambda: 10.0 ** random.uniform(-320, 308),
        lambda: 10.0 ** random.uniform(-30, 30),
        lambda: random.choice([5e-324, 2.2250738585072014e-308, 1e-16, 1e-12, 1.0, 1e10, 1e15, 1e60, 1e308,
                               1.7976931348623157e308]),
    ])()


def around(random, value, decades):
    """A positive number within some decades of a value."""
    return value * 10.0 ** random.uniform(-decades, decades)
