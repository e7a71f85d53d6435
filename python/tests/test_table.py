"""Tables of sweeps and ensembles, read from files."""
import csv
import importlib.util
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import elastogap as eg

from .models import DROP

PROGRAM = Path(os.environ.get("ELASTOGAP_BUILD", "build")) / "elastogap"
HAS_H5PY = importlib.util.find_spec("h5py") is not None


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def sweep(self, table: Path) -> eg.Sweep:
        """Masses below nothing are rows that fail."""
        factors = {"ball.m": "list(1, -1, 2)", "stop.d": "range(10, 40, 4)"}
        third = eg.event_time("stop", "contact begins", 3)
        wanted = {"ball.s": "ball.s", 'max(stop.f), "peak"': "max(-stop.f)", "third": third}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", eg.ElastogapWarning)
            return eg.loads(DROP).sweep(factors, wanted, table=table)

    def check(self, table: eg.Table, swept: eg.Sweep) -> None:
        self.assertEqual(list(table), list(swept))
        for name in swept:
            np.testing.assert_array_equal(table[name], swept[name])
        np.testing.assert_array_equal(table.rows, np.arange(12))
        np.testing.assert_array_equal(table.failed, swept.failed)
        np.testing.assert_array_equal(table.energy_error, swept.energy_error)
        self.assertEqual(table.reasons, swept.reasons)
        self.assertEqual(set(table.status), {"done", "wrong"})
        self.assertIn("12 rows, 4 failed", repr(table))
        self.assertIn("<table>", table._repr_html_())

    def test_csv(self) -> None:
        path = self.folder / "rows.csv"
        swept = self.sweep(path)
        table = eg.read_table(path)
        self.check(table, swept)
        with self.assertRaisesRegex(KeyError, "none of ball.m"):
            table["stop.c"]

    @unittest.skipUnless(HAS_H5PY, "h5py is not there")
    def test_hdf5(self) -> None:
        path = self.folder / "rows.h5"
        swept = self.sweep(path)
        table = eg.read_table(path)
        self.check(table, swept)
        self.assertEqual([table.units[n] for n in ("ball.m", "stop.d", "ball.s")], ["kg", "N.s/m", "m"])
        self.assertEqual((table.attributes["design"], table.attributes["count"]), ("grid", 1))
        (self.folder / "other.h5").write_bytes(b"none")
        with self.assertRaisesRegex(eg.FileError, "other.h5: cannot be read"):
            eg.read_table(self.folder / "other.h5")

    @unittest.skipIf(HAS_H5PY, "h5py is there")
    def test_without_h5py(self) -> None:
        (self.folder / "rows.h5").write_bytes(b"")
        with self.assertRaisesRegex(eg.UnavailableError, "takes the package h5py"):
            eg.read_table(self.folder / "rows.h5")

    def test_many_lines(self) -> None:
        """More than are read at a time; names that the table has already, or twice; a reason with commas and quotes."""
        path, count = self.folder / "many.csv", 45_000
        with open(path, "w", newline="") as f:
            lines = csv.writer(f)
            lines.writerow(["row", "row", "x", "x", "status", "status", "energy_error", "reason"])
            for k in range(count):
                last = ["", 5, "wrong", 1e-9, 'a "b", c'] if k == 7 else [k * k, 5, "done", 1e-9, ""]
                lines.writerow([k, k / 3, -k, *last])
        table = eg.read_table(path)
        self.assertEqual(list(table), ["row (2)", "x", "x (2)", "status"])
        np.testing.assert_array_equal(table["row (2)"], np.arange(count) / 3)
        self.assertEqual(np.nansum(table["x (2)"]), sum(k * k for k in range(count)) - 49)
        self.assertEqual(table.reasons, {7: 'a "b", c'})
        self.assertEqual(np.flatnonzero(np.isnan(table["x (2)"])).tolist(), [7])
        self.assertEqual(np.flatnonzero(table.failed).tolist(), [7])

    @unittest.skipUnless(PROGRAM.exists(), "the program is not there")
    def test_of_the_program(self) -> None:
        """Of an ensemble, and of subset simulation, whose rows have levels."""
        model, out = self.folder / "drop.mo", self.folder / "out.csv"
        alone = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}  # a sanitizer's runtime, for Python alone
        model.write_text(DROP)
        run = [PROGRAM, "ensemble", model, "--set", "stop.d=list(10, 20)", "--get", "ball.s", "-o", out, "--quiet"]
        subprocess.run(run, check=True, env=alone)
        table = eg.read_table(out)
        np.testing.assert_array_equal(table["stop.d"], [10, 20])
        self.assertEqual((list(table.status), table.reasons), (["done", "done"], {}))
        run = [PROGRAM, "sweep", model, "--design", "subset", "--count", "100",
               "--set", "ball.s.start=normal(0.5, 0.03)",
               "--get", "max(-stop.f)", "--exceed", "max(-stop.f)>1500", "-o", out, "--quiet"]
        subprocess.run(run, check=True, env=alone)
        table = eg.read_table(out)
        self.assertEqual(list(table), ["level", "ball.s.start", "max(-stop.f)"])
        self.assertEqual((table["level"] == 0).sum(), 100)

    def test_what_is_none(self) -> None:
        cases = {
            "": "its first line",
            "time,x\n0,1\n": "results of a run are read by elastogap.read",
            "row,x,status,energy_error,reason\n0,1,done\n": "line 2 has not 5 fields",
            "row,x,status,energy_error,reason\n0,1,done,0,\n1,one,done,0,\n": "'one'",
            "\0\0": "no table",
        }
        for text, why in cases.items():
            (self.folder / "none.csv").write_text(text)
            with self.subTest(text), self.assertRaisesRegex(eg.FileError, why):
                eg.read_table(self.folder / "none.csv")
        for name in ("missing.csv", "."):
            with self.subTest(name), self.assertRaisesRegex(eg.FileError, "cannot be read"):
                eg.read_table(self.folder / name)
        (self.folder / "empty.csv").write_text("row,x,status,energy_error,reason\n")
        empty = eg.read_table(self.folder / "empty.csv")
        self.assertEqual((len(empty.rows), len(empty["x"]), list(empty)), (0, 0, ["x"]))


if __name__ == "__main__":
    unittest.main()
