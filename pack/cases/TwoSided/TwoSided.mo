model TwoSided "A mass between the two sides of one stop, the upper one harder"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 2000;
  parameter Real cUpper(unit = "N/m") = 6000;
  parameter Real d(unit = "N.s/m") = 4;
  parameter Real m(unit = "kg") = 0.5;
  parameter Real v0(unit = "m/s") = 2;
  parameter Real play(unit = "m") = 0.05;
  Components.Fixed ground;
  Elastogap.Contact.TwoSidedGap gap(law = "elasto-gap", s_lower = -play, s_upper = play, c_lower = c,
    d_lower = d, c_upper = cUpper, d_upper = d);
  Components.Mass ball(m = m, L = 0, s(start = 0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.75, Interval = 0.015625, Tolerance = 1e-9));
end TwoSided;
