model SlidesToRest "Friction brings a mass to rest, which it then holds"
  import Modelica.Mechanics.Translational.Components;
  parameter Real m(unit = "kg") = 2;
  parameter Real v0(unit = "m/s") = 1;
  parameter Real friction(unit = "N") = 4;
  Components.Mass body(m = m, L = 0, s(start = 0, fixed = true), v(start = v0, fixed = true));
  Components.SupportFriction rub(f_pos = [0, friction]);
equation
  connect(body.flange_b, rub.flange_a);
  annotation(experiment(StopTime = 0.75, Interval = 0.03125, Tolerance = 1e-9));
end SlidesToRest;
