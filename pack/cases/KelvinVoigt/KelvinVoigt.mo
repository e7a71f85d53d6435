model KelvinVoigt "A linear spring-damper that pulls before it parts"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 24;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Elastogap.Contact.Gap gap(law = "kelvin-voigt", c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end KelvinVoigt;
