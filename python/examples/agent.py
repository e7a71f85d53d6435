"""A model as an environment for learning agents, with the interface of Gymnasium (which it does not need).

A mass between two stops is pushed by a force of the agent's, and shall come to rest at a place that changes. Each step
is a step of the fixed-step solver: some microseconds, nothing allocated, never more energy than it was given.

    python3 agent.py
"""
from __future__ import annotations

from typing import Any

import numpy as np

import elastogap as eg

MODEL = """
model Shuttle
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  Modelica.Blocks.Interfaces.RealInput push(start = 0);
  Components.Fixed left(s0 = -0.1), right(s0 = 0.1);
  Components.ElastoGap lower(c = 1e5, d = 30), upper(c = 1e5, d = 30);
  Components.Mass mass(m = 0.5, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force force;
equation
  connect(push, force.f);
  connect(force.flange, mass.flange_a);
  connect(left.flange, lower.flange_a);
  connect(lower.flange_b, mass.flange_a);
  connect(mass.flange_b, upper.flange_a);
  connect(upper.flange_b, right.flange);
end Shuttle;
"""


class Shuttle:
    """Observations: place [m], speed [m/s], where to go [m]. Actions: a force of -5 to 5 N."""

    def __init__(self, step: float = 1e-3, steps: int = 1000) -> None:
        self._stepper = eg.loads(MODEL).stepper(step, ["mass.s", "mass.v"])
        self._steps, self._left = steps, 0
        self._target = 0.0
        self._random = np.random.default_rng()

    def _observe(self, state: Any) -> Any:
        return np.array([state[0], state[1], self._target])

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """At rest in the middle, with another place to go."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._target, self._left = self._random.uniform(-0.09, 0.09), self._steps
        return self._observe(self._stepper.reset()), {}

    def step(self, action: float) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, is it over, has time run out, and what else there is to know."""
        state = self._stepper.step([float(np.clip(action, -5, 5))])
        self._left -= 1
        reward = -abs(state[0] - self._target) - 0.01 * abs(state[1])
        return self._observe(state), float(reward), False, self._left == 0, {"energy": self._stepper.energy}


def main() -> None:
    """A linear controller for an agent."""
    environment = Shuttle()
    place, total, is_over = environment.reset(seed=3)[0], 0.0, False
    while not is_over:
        force = 40 * (place[2] - place[0]) - 8 * place[1]
        place, reward, _, is_over, _ = environment.step(force)
        total += reward
    print(f"at {place[0]:.4f} m, to go to {place[2]:.4f} m; reward {total:.3f}")
    assert abs(place[0] - place[2]) < 1e-3


if __name__ == "__main__":
    main()
