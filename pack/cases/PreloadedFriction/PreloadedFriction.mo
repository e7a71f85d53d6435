model PreloadedFriction "A preloaded spring swings a mass that rubs until it holds"
  import Modelica.Mechanics.Translational.Components;
  parameter Real k(unit = "N/m") = 200;
  parameter Real preload(unit = "m") = 0.1;
  parameter Real m(unit = "kg") = 0.5;
  parameter Real friction(unit = "N") = 3;
  Components.Fixed ground;
  Components.Spring spring(c = k, s_rel0 = 0);
  Components.Mass body(m = m, L = 0, s(start = preload, fixed = true), v(start = 0, fixed = true));
  Components.SupportFriction rub(f_pos = [0, friction]);
equation
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, body.flange_a);
  connect(body.flange_b, rub.flange_a);
  annotation(experiment(StopTime = 1, Interval = 0.03125, Tolerance = 1e-9));
end PreloadedFriction;
