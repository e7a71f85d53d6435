model Gap "A mass against a stop"
  Modelica.Mechanics.Translational.Components.Fixed wall(s0 = 0.5);
  Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 1e4, d = 20, s_rel0 = 0, n = 1.5);
  Modelica.Mechanics.Translational.Components.Mass mass(m = 2, L = 0.1, s(start = 1, fixed = true), v(start = -1));
equation
  connect(wall.flange, gap.flange_a);
  connect(gap.flange_b, mass.flange_a);
  annotation(experiment(StartTime = 0, StopTime = 1, Interval = 0.01, Tolerance = 1e-6));
end Gap;
