model SoftPair "Two masses meet at an ElastoGap"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 12;
  parameter Real ma(unit = "kg") = 2;
  parameter Real mb(unit = "kg") = 3;
  parameter Real va(unit = "m/s") = 1;
  parameter Real sb(unit = "m") = 0.1;
  parameter Real vb(unit = "m/s") = -0.5;
  Components.Mass a(m = ma, L = 0, s(start = 0, fixed = true), v(start = va, fixed = true));
  Components.ElastoGap gap(c = c, d = d);
  Components.Mass b(m = mb, L = 0, s(start = sb, fixed = true), v(start = vb, fixed = true));
equation
  connect(a.flange_b, gap.flange_a);
  connect(gap.flange_b, b.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end SoftPair;
