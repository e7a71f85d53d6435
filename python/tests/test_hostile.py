"""What callers do that nobody has thought of: refused in words, or right; never a crash, never another result."""
import concurrent.futures
import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import elastogap as eg

from .models import DROP, LONG, SPRING
from .test_model import built

BAD = (ValueError, TypeError)


def last(m: eg.Model) -> float:
    """For workers."""
    return float(m.simulate(**{"stop.d": 100})["ball.s"][-1])


def peak(e: eg.Ensemble) -> float:
    return float(e.run([[100.0]])["x"][0])


class Arguments(unittest.TestCase):
    def test_texts_with_nul(self) -> None:
        """C would take what is before it, in silence."""
        m, r = eg.loads(DROP), eg.loads(DROP).simulate()
        law = eg.ContactLaw(c=1)
        with tempfile.TemporaryDirectory() as folder:
            calls: list[Any] = [
                lambda: m.simulate(engine="erk\0x"),
                lambda: m.simulate(signals=["ball.s\0x"]),
                lambda: m.simulate(**{"stop.d\0x": 1}),
                lambda: m.simulate(**{"stop.d": "1\0 2"}),
                lambda: m.ensemble({"stop.d\0": [1]}, {"x": "ball.s"}),
                lambda: m.ensemble({"stop.d": [1]}, {"x": "ball.s\0"}),
                lambda: m.ensemble({"stop.d": [1]}, {"x": eg.count("stop\0", "*")}),
                lambda: m.sweep({"stop.d": [1]}, {"x\0": "ball.s"}),
                lambda: m.linearize(outputs=["ball.s\0"]),
                lambda: m.linearize(engine="erk\0"),
                lambda: m.stepper(1e-3, ["ball.s\0"]),
                lambda: m.simulate(start_from="a\0b"),
                lambda: eg.load(f"{folder}/a\0.mo"),
                lambda: eg.load("Drop.mo", model="A\0"),
                lambda: eg.loads(DROP, name="a\0.mo"),
                lambda: eg.loads(DROP, model="Drop\0"),
                lambda: eg.read(f"{folder}/a\0.csv"),
                lambda: r.write(f"{folder}/a.csv\0.mat"),
                lambda: r.column("ball.s\0x"),
                lambda: r["ball.s\0x"],
                lambda: r.plot("ball.s", path=f"{folder}/a.svg\0"),
                lambda: eg.Model("A\0B").name,
                lambda: eg.Model().add("Mass\0", "x"),
                lambda: built().set("ball.m\0", 1),
                lambda: built().start("ball.s\0", 1),
                lambda: built().connect("ball.flange_a\0", "stop.flange_a"),
                lambda: eg.ContactLaw("kelvin-voigt\0", c=1),
                lambda: eg.design("kelvin-voigt\0", e=0.5, mass=1, speed=1, c=1e4),
                lambda: eg.quantile("normal(0, 1)\0", 0.5),
            ]
            for i, call in enumerate(calls):
                with self.subTest(i), self.assertRaises(ValueError):
                    call()
            self.assertEqual(os.listdir(folder), [])
        self.assertNotIn("ball.s\0x", r)
        with self.assertRaises(eg.ModelError):
            eg.loads(DROP.replace("Drop;", "Drop\0;", 1))
        self.assertTrue(np.isfinite(law(0.0, 0.0)))

    def test_wrong_types(self) -> None:
        m, r = eg.loads(DROP), eg.loads(DROP).simulate()
        calls: list[Any] = [
            lambda: m.simulate(stop_time="2"),
            lambda: m.simulate(stop_time=[1, 2]),
            lambda: m.simulate(stop_time=1j),
            lambda: m.simulate(engine=3),
            lambda: m.simulate(engine=b"erk"),
            lambda: m.simulate(signals="ball.s"),
            lambda: m.simulate(signals=[3]),
            lambda: m.simulate(max_steps=1.5),
            lambda: m.simulate(max_steps=-1),
            lambda: m.simulate(max_steps=2**80),
            lambda: m.simulate(memory_limit=-1),
            lambda: m.simulate(start_from=3),
            lambda: m.simulate(save_at="now"),
            lambda: m.simulate(save_at=[[1.0, 2.0], [3.0]]),
            lambda: m.simulate(progress=3),
            lambda: m.simulate(inputs={"u": 1}),
            lambda: m.simulate(**{"stop.d": {1: 2}}),
            lambda: m.simulate(**{"stop.d": object()}),
            lambda: m.simulate(**{"stop.d": 1j}),
            lambda: m.simulate(**{"stop.d": None}),
            lambda: m.ensemble({"stop.d": ["a"]}, {"x": "ball.s"}),
            lambda: m.ensemble({"stop.d": [1j]}, {"x": "ball.s"}),
            lambda: m.ensemble({"stop.d": [1]}, {"x": 3}),
            lambda: m.ensemble({"stop.d": [1]}, ["ball.s"]),
            lambda: m.ensemble({"stop.d": [1, 2], "stop.c": [1, 2, 3]}, {"x": "ball.s"}),
            lambda: m.ensemble({"stop.d": [1]}, {"x": "ball.s"}, threads=2**33),
            lambda: m.ensemble({"stop.d": [1]}, {"x": "ball.s"}, lanes=3),
            lambda: m.ensemble({"stop.d": [1]}, {"x": "ball.s"}, lanes=2**32),
            lambda: m.ensemble({"stop.d": [1]}, {"x": eg.event_time("stop", number=2**70)}),
            lambda: m.prepare("stop.d", {"x": "ball.s"}),
            lambda: m.prepare(["stop.d"], {"x": "ball.s"}).run(np.zeros((2, 2, 2))),
            lambda: m.linearize("now"),
            lambda: m.linearize(inputs="weight"),
            lambda: m.stepper("1e-3"),
            lambda: m.stepper(1e-3, "ball.s"),
            lambda: m.stepper(1e-3, ["ball.s"]).step([1, 2, 3, 4, 5, 6, 7]),
            lambda: m.stepper(1e-3, ["ball.s"]).set_state(3),
            lambda: m.experiment(stop=3),
            lambda: m.set(3, 3),
            lambda: m.set("ball.m", None),
            lambda: m.start("ball.s", "x"),
            lambda: r.compare(3),
            lambda: r.at("ball.s", "x"),
            lambda: r.spectrum("ball.s", window="round"),
            lambda: eg.plot([]),
            lambda: eg.plot([3]),
            lambda: eg.plot({"a": 3}),
            lambda: eg.load(3),
            lambda: eg.load("Drop.mo", include="."),
            lambda: eg.loads(3),
            lambda: eg.ContactLaw(c="x"),
            lambda: eg.ContactLaw(c=1)("a", 1),
            lambda: eg.ContactLaw(c=1)([1, 2], [1, 2, 3]),
            lambda: eg.ContactLaw(c=1)([1.0], [1.0], out=np.zeros(2)),
            lambda: eg.ContactLaw(c=1)([1.0], [1.0], out=[0.0]),
            lambda: eg.Fmu(3),
        ]
        for i, call in enumerate(calls):
            with self.subTest(i), warnings.catch_warnings():
                warnings.simplefilter("error")
                with self.assertRaises((*BAD, AttributeError, Warning)):
                    call()
        with self.assertRaises(KeyError):
            r[3]  # type: ignore[index]

    def test_numbers_that_are_none(self) -> None:
        m = eg.loads(DROP)
        for bad in (np.nan, np.inf, -np.inf):
            for option in ("start_time", "stop_time", "interval", "tolerance"):
                with self.subTest(f"{option} {bad}"), self.assertRaises(ValueError):
                    m.simulate(**{option: bad})
            with self.assertRaises(ValueError):
                m.simulate(**{"stop.d": bad})
            with self.assertRaises((eg.ModelError, ValueError)):
                m.set("stop.d", bad).simulate()
            m = eg.loads(DROP)
            o = m.ensemble({"stop.d": [1.0, bad, 3.0]}, {"x": "ball.s"})
            self.assertEqual(list(o.failed), [False, True, False])
            law = eg.ContactLaw(c=1e4, d=10)
            self.assertEqual(law([0.0, bad], [0.0, 1.0]).shape, (2,))
            with self.assertRaises(ValueError):
                m.steady(bad)
            with self.assertRaises(ValueError):
                m.linearize(bad)

    def test_arrays_of_all_kinds(self) -> None:
        """Strided, reversed, transposed, of other types, read-only, none: the numbers are what counts."""
        law, s = eg.ContactLaw(c=1e4, d=10, n=1.5), np.linspace(-1e-3, 1e-3, 60).reshape(6, 10)
        expected = law(s, 0.1)
        for given in (np.repeat(s, 2, axis=1)[:, ::2], s[::-1][::-1], np.asfortranarray(s), s.tolist(),
                      s.astype(">f8"), np.ma.array(s)):
            np.testing.assert_array_equal(law(given, 0.1), expected)
        np.testing.assert_array_equal(law(s.T, 0.1), expected.T)
        self.assertEqual(law([], []).shape, (0,))
        self.assertEqual(law(np.int32(0), True).shape, ())
        frozen = s.copy()
        frozen.flags.writeable = False
        np.testing.assert_array_equal(law(frozen, 0.1), expected)
        with self.assertRaises(eg.UsageError):
            law(frozen, 0.1, out=frozen)
        with self.assertRaises(eg.UsageError):
            law(s, 0.1, out=np.empty((6, 20))[:, ::2])
        with self.assertRaises((MemoryError, ValueError)):
            law(np.broadcast_to(0.0, (2**40, 2**20)), 0.0)
        m, d = eg.loads(DROP), np.linspace(10, 100, 6)
        e = m.prepare(["stop.d", "ball.m"], {"x": "ball.s"})
        table = np.column_stack([d, np.full(6, 2.0)])
        plain = e.run(table)["x"]
        for given in (np.asfortranarray(table), np.repeat(table, 3, axis=0)[::3], table.tolist(), table.astype(object)):
            np.testing.assert_array_equal(e.run(given)["x"], plain)
        self.assertEqual(e.run(np.zeros((0, 2)))["x"].shape, (0,))
        self.assertEqual(m.ensemble({}, {"x": "ball.s"})["x"].shape, (1,))
        self.assertEqual(m.ensemble({"stop.d": 50}, {"x": "ball.s"})["x"].shape, ())
        with self.assertRaises((MemoryError, ValueError)):
            m.ensemble({"stop.d": np.broadcast_to(1.0, (2**40, 2**20))}, {"x": "ball.s"})

    def test_names_of_all_scripts(self) -> None:
        text = "model 'Größe'\n  Real 'x ∑'(start = 1, fixed = true);\nequation\n  der('x ∑') = -'x ∑';\nend 'Größe';"
        m = eg.loads(text)
        r = m.simulate(**{"'x ∑'.start": 2})
        name = r.names[0]
        self.assertEqual((m.name, name), ("'Größe'", "x ∑"))
        self.assertAlmostEqual(r[name][-1], 2 * np.exp(-1), delta=1e-5)
        with tempfile.TemporaryDirectory() as folder:
            for file in (b"a\xff.csv", "ü ∑.csv".encode(), b"a'b;c.csv"):
                path = os.path.join(os.fsencode(folder), file)
                r.write(path)
                self.assertTrue(np.array_equal(eg.read(path)[name], r[name]))
                self.assertTrue(np.array_equal(eg.read(os.fsdecode(path))[name], r[name]))
        with self.assertRaises(KeyError):
            r["\udcff"]
        with self.assertRaises((KeyError, ValueError)):
            r["\ud800"]

    def test_exceptions_out_of_callbacks(self) -> None:
        m = eg.loads(LONG)
        for fault in (KeyboardInterrupt, SystemExit, GeneratorExit, ZeroDivisionError):

            def refuse(t: float) -> None:
                raise fault  # noqa: B023

            with self.assertRaises(fault):
                m.simulate(max_steps=0, progress=refuse)
            if fault is not GeneratorExit:
                with self.assertRaises(fault):
                    eg.loads(DROP).sweep({"stop.d": [1.0]}, {"x": "ball.s"}, progress=lambda done, rows: refuse(0))
        self.assertGreater(len(eg.loads(DROP).simulate().events), 0)

        class Odd:
            def __bool__(self) -> bool:
                raise LookupError

        with self.assertRaises(LookupError):
            m.simulate(max_steps=0, progress=lambda t: Odd())


class Copies(unittest.TestCase):
    def test_copies_are_apart(self) -> None:
        for m in (built(), eg.loads(DROP)):
            for twin in (copy.copy(m), copy.deepcopy(m), m.copy(), pickle.loads(pickle.dumps(m))):
                self.assertEqual(last(twin), last(m))
                twin.set("ball.m", 3.0)
                self.assertNotEqual(last(twin), last(m))
                self.assertEqual(last(m.copy().set("ball.m", 3.0)), last(twin))

    def test_what_is_const_is_the_same(self) -> None:
        m = eg.loads(DROP)
        r, e = m.simulate(), m.prepare(["stop.d"], {"x": "ball.s"})
        for x in (r, r.events, r.column("ball.s"), e):
            self.assertIs(copy.copy(x), x)
            self.assertIs(copy.deepcopy(x), x)
        s = m.stepper(1e-3, ["ball.s"])
        for twin in (copy.copy(s), copy.deepcopy(s)):
            a, b = s.copy().step()[0], twin.step()[0]
            self.assertEqual(a, b)
            self.assertEqual(s.time, 0)

    def test_pickles(self) -> None:
        m = eg.loads(DROP)
        r = m.simulate()
        for held in (r, r.events, r.column("ball.s"), m.stepper(1e-3), m.linearize(), m.steady(), m.steady()[0]):
            with self.assertRaisesRegex(TypeError, "cannot be pickled"):
                pickle.dumps(held)
        for value in (m.ensemble({"stop.d": [1.0]}, {"x": "ball.s"}), m.sweep({"stop.d": [1.0]}, {"x": "ball.s"})):
            np.testing.assert_array_equal(pickle.loads(pickle.dumps(value))["x"], value["x"])
        law = pickle.loads(pickle.dumps(eg.ContactLaw("hunt-crossley", c=1e4, n=1.5, D=0.2)))
        self.assertEqual(law.parameters, eg.ContactLaw("hunt-crossley", c=1e4, n=1.5, D=0.2).parameters)
        e = pickle.loads(pickle.dumps(m.prepare(["stop.d"], {"x": "ball.s"})))
        self.assertEqual(peak(e), m.ensemble({"stop.d": [100.0]}, {"x": "ball.s"})["x"][0])
        for call in (lambda: m.set("x.q", 1), lambda: m.simulate(tolerance=5)):
            with self.assertRaises(eg.ElastogapError) as caught:
                call()
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(again), str(again), again.remedy),
                             (type(caught.exception), str(caught.exception), caught.exception.remedy))

    @unittest.skipIf("EG_SANITIZED" in os.environ, "a sanitizer does not follow")
    def test_workers(self) -> None:
        """Processes that are forked or begun anew get models and ensembles by their texts."""
        m = eg.loads(DROP)
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
                self.assertEqual(list(pool.map(last, [m, built(), m])), [last(m), last(built()), last(m)])
                self.assertEqual(list(pool.map(peak, [m.prepare(["stop.d"], {"x": "ball.s"})])),
                                 [peak(m.prepare(["stop.d"], {"x": "ball.s"}))])

    @unittest.skipIf("EG_SANITIZED" in os.environ, "a sanitizer does not follow")
    def test_forks(self) -> None:
        """While another thread compiles, runs, and holds the model's lock."""
        m, done = eg.loads(DROP), threading.Event()

        def work() -> None:
            k = 0
            while not done.is_set():
                k += 1
                m.simulate(**{"stop.d": float(k)})

        busy = threading.Thread(target=work)
        busy.start()
        expected = eg.loads(DROP).ensemble({"stop.d": [1.0, 2.0, 3.0]}, {"x": "ball.s"})["x"]
        try:
            for i in range(20):
                child = os.fork()
                if child == 0:
                    status = 1
                    try:
                        o = m.ensemble({"stop.d": [1.0, 2.0, 3.0]}, {"x": "ball.s"})
                        good = last(m) == last(eg.loads(DROP)) and np.array_equal(o["x"], expected)
                        status = 0 if good else 2
                    finally:
                        os._exit(status)
                self.assertEqual(os.waitpid(child, 0)[1], 0, i)
        finally:
            done.set()
            busy.join()


class Files(unittest.TestCase):
    def test_deleted_and_changed(self) -> None:
        """A model is what was read, whatever becomes of the file, and of the working directory."""
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "Drop.mo"
            path.write_text(DROP)
            try:
                os.chdir(folder)
                m = eg.load("Drop.mo")
            finally:
                os.chdir(before)
            expected = last(eg.loads(DROP))
            self.assertEqual(last(m), expected)
            path.write_text(DROP.replace("m = 2", "m = 20"))
            self.assertEqual([last(m.copy()), last(pickle.loads(pickle.dumps(m)))], [expected, expected])
            self.assertEqual(m.simulate(**{"stop.d": 70})["ball.s"][-1],
                             eg.loads(DROP).simulate(**{"stop.d": 70})["ball.s"][-1])
            self.assertNotEqual(last(eg.load(path)), expected)
            path.unlink()
            self.assertEqual([last(m.copy()), last(pickle.loads(pickle.dumps(m)))], [expected, expected])

    def test_of_a_package(self) -> None:
        """What lies beside a file is found as long as the file is there."""
        with tempfile.TemporaryDirectory() as folder:
            lib = Path(folder) / "Lib"
            lib.mkdir()
            (lib / "package.mo").write_text("within ;\npackage Lib\n  constant Real k = 7;\nend Lib;\n")
            (lib / "M.mo").write_text("within Lib;\nmodel M\n  Real x(start = 1, fixed = true);\n"
                                      "equation\n  der(x) = -k*x;\nend M;\n")
            m = eg.load(lib / "M.mo")
            again = pickle.loads(pickle.dumps(m))
            self.assertAlmostEqual(again.simulate(tolerance=1e-10)["x"][-1], np.exp(-7), delta=1e-9)
            other = eg.load("Lib.M", include=[folder])
            self.assertEqual(pickle.loads(pickle.dumps(other)).simulate()["x"][-1], m.simulate()["x"][-1])

    def test_what_is_no_model(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("a.mo", b""), ("b.mo", b"\xff\xfe\x00\x01" * 50), ("c.dyad", b"\0" * 100),
                                  ("d.emx", b"<"), ("e.fmu", b"PK\3\4nothing"), ("f.mo", b"model A end")):
                path = Path(folder) / name
                path.write_bytes(content)
                with self.subTest(name), self.assertRaises(eg.ElastogapError):
                    eg.load(path).simulate()
            with self.assertRaises((eg.ElastogapError, OSError)):
                eg.load(folder).simulate()


class Ends(unittest.TestCase):
    def test_order_of_release(self) -> None:
        """Whatever goes first, and in cycles that only the collector takes apart."""
        for _ in range(30):
            m = eg.loads(SPRING)
            r = m.simulate()
            kept = [m.simulate(w=2.0)["body.s"], r.events, m.steady(), m.linearize(), m.stepper(1e-3, ["body.s"])]
            ring: list[Any] = [m, r, kept, np.from_dlpack(r.column("body.s")), m.prepare(["w"], {"x": "body.s"})]
            ring.append(ring)
            del m, r, ring
            gc.collect()
            self.assertTrue(np.isfinite(kept[0]).all())
            kept[4].step()
            del kept

    def test_at_exit(self) -> None:
        """With everything alive, and a run going on in a thread."""
        code = (
            "import elastogap as eg, threading, numpy as np\n"
            "from tests.models import DROP, LONG\n"
            "m = eg.loads(DROP); r = m.simulate(); x = r['ball.s']; e = m.prepare(['stop.d'], {'x': 'ball.s'})\n"
            "c = np.from_dlpack(r.column('ball.s')); s = m.stepper(1e-3); q = m.steady(); l = m.linearize()\n"
            "m.ring = [m, r, x, e, c, s, q, l]\n"
            "threading.Thread(target=lambda: eg.loads(LONG).simulate(max_steps=0), daemon=True).start()\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_recursion(self) -> None:
        """A value that holds itself."""
        ring: list[Any] = [1.0]
        ring.append(ring)
        with self.assertRaises((RecursionError, *BAD)):
            eg.loads(DROP).simulate(**{"stop.d": ring})


if __name__ == "__main__":
    unittest.main()
