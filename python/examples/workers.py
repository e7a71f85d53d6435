"""One model in many processes, on one machine or on many: what is sent is its text, not the memory of a library.

    python3 workers.py                                    # multiprocessing, on this machine
    mpirun -n 8 python3 -m mpi4py.futures workers.py      # mpi4py, on a cluster
    python3 workers.py tcp://scheduler:8786               # Dask

An ensemble (`m.ensemble`) already uses all cores of one machine, and `m.sweep` goes on where it was stopped; workers
are for what Python has to do between the runs, here a stiffness that is sought for each mass.
"""
from __future__ import annotations

import sys
from typing import Any, Callable, Iterable

import elastogap as eg

MODEL = """
model Stop
  import Modelica.Mechanics.Translational.Components;
  Components.Fixed wall;
  Components.ElastoGap stop(c = 1e5, d = 50);
  Components.Mass mass(m = 1, L = 0, s(start = 0.01, fixed = true), v(start = -1, fixed = true));
equation
  connect(wall.flange, stop.flange_a);
  connect(stop.flange_b, mass.flange_a);
  annotation(experiment(StopTime = 0.05));
end Stop;
"""


def softest(task: tuple[eg.Model, float]) -> float:
    """The stiffness [N/m] with which a mass of so many kg goes 5 mm deep, by bisection on runs."""
    model, mass = task
    low, high = 1e3, 1e7
    for _ in range(40):
        middle = (low * high) ** 0.5
        depth = -model.simulate(interval=1e-4, **{"stop.c": middle, "mass.m": mass})["mass.s"].min()
        low, high = (middle, high) if depth > 5e-3 else (low, middle)
    return high


def mapper(arguments: list[str]) -> tuple[Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]], Any]:
    """A `map` over workers, and what holds them."""
    if arguments:
        from distributed import Client

        client = Client(arguments[0])
        return lambda function, tasks: client.gather(client.map(function, list(tasks))), client
    if "mpi4py.futures" in sys.modules:
        from mpi4py.futures import MPIPoolExecutor

        pool = MPIPoolExecutor()
        return pool.map, pool
    from concurrent.futures import ProcessPoolExecutor

    processes = ProcessPoolExecutor(2)
    return processes.map, processes


def main(arguments: list[str]) -> None:
    """A table of stiffnesses."""
    model = eg.loads(MODEL)  # or eg.load("Stop.mo"), eg.load("Stop.fmu")
    masses = [0.5, 1.0, 2.0, 4.0]
    run, workers = mapper(arguments)
    with workers:
        found = list(run(softest, [(model, mass) for mass in masses]))
    for mass, c in zip(masses, found):
        print(f"{mass:4.1f} kg: {c:9.1f} N/m")
    assert all(a < b for a, b in zip(found, found[1:]))


if __name__ == "__main__":
    main(sys.argv[1:])
