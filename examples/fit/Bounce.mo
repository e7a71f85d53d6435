model Bounce "A ball dropped on a stop, with constants as they were guessed"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;
  Components.Fixed ground;
  Components.ElastoGap gap(c = 7e4, d = 30, n = 1.1);
  Components.Mass ball(m = 0.5, L = 0, s(start = 0.19, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce weight(f_constant = -9.81*ball.m);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(weight.flange, ball.flange_b);
  annotation(experiment(StopTime = 2));
end Bounce;
