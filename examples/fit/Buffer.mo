model Buffer "A wagon runs against a bump stop"
  import Modelica.Mechanics.Translational.Components;
  Components.Fixed wall;
  Components.ElastoGap stop(c = 2e5, d = 400);
  Components.Mass wagon(m = 10, L = 0, s(start = 0.01, fixed = true), v(start = -2, fixed = true));
equation
  connect(wall.flange, stop.flange_a);
  connect(stop.flange_b, wagon.flange_a);
  annotation(experiment(StopTime = 0.2));
end Buffer;
