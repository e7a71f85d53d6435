"""Models that several tests run."""

DROP = """model Drop "A mass falls on a stop"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  Components.Fixed ground;
  Components.ElastoGap stop(c = 1e5, d = 60);
  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -2*9.81);
equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 2));
end Drop;
"""

# A body on a spring, of which all is known: x = cos(w t), w = sqrt(c/m).
SPRING = """model Spring
  parameter Real w = 3;
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Modelica.Mechanics.Translational.Components.Spring spring(c = w^2, s_rel0 = 0);
  Modelica.Mechanics.Translational.Components.Mass body(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, body.flange_a);
  annotation(experiment(StopTime = 2));
end Spring;
"""

# It takes minutes, and no engine has a closed form of it: 1350 oscillations a second for 1000 s.
LONG = """model Long
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e8*x^3;
  annotation(experiment(StopTime = 1000, Interval = 100));
end Long;
"""

# Two masses behind a damper of 3e15 N.s/m swing against a third: irk loses part of the damper's heat, and says so.
RIGID = """model Rigid
  import Modelica.Mechanics.Translational.Components.*;
  Mass a(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Mass b(m = 0.02, s(start = 0.1, fixed = true), v(start = 0, fixed = true));
  Mass c(m = 0.6, s(start = 0.201, fixed = true), v(start = 0, fixed = true));
  Damper hold(d = 3.0851329e15);
  Spring tie(c = 3e5, s_rel0 = 0.1);
equation
  connect(a.flange_b, hold.flange_a);
  connect(hold.flange_b, b.flange_a);
  connect(b.flange_b, tie.flange_a);
  connect(tie.flange_b, c.flange_a);
  annotation(experiment(StopTime = 2));
end Rigid;
"""
