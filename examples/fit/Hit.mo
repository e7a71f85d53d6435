model Hit "One impact without weight, at a speed that is given"
  import Modelica.Mechanics.Translational.Components.*;
  parameter Real speed(unit = "m/s") = 1;
  Fixed ground;
  ElastoGap gap(c = 1e5, d = 30, n = 1.2);
  Mass ball(m = 0.5, L = 0, s(start = 0.0005, fixed = true), v(start = -speed, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.1));
end Hit;
