model Cradle "A mass strikes two others in a row"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 6;
  parameter Real m(unit = "kg") = 1;
  parameter Real v0(unit = "m/s") = 1;
  parameter Real play(unit = "m") = 0.02;
  Components.Mass a(m = m, L = 0, s(start = 0, fixed = true), v(start = v0, fixed = true));
  Components.ElastoGap ab(c = c, d = d);
  Components.Mass b(m = m, L = 0, s(start = play, fixed = true), v(start = 0, fixed = true));
  Components.ElastoGap bc(c = c, d = d);
  Components.Mass e(m = m, L = 0, s(start = 2*play, fixed = true), v(start = 0, fixed = true));
equation
  connect(a.flange_b, ab.flange_a);
  connect(ab.flange_b, b.flange_a);
  connect(b.flange_b, bc.flange_a);
  connect(bc.flange_b, e.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end Cradle;
