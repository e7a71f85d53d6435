// A mass on a moving belt, held back by a spring: stick and slip.
//
// The mass rides with the belt until the spring pulls with f0_max = 1.5 * 4 N = 6 N, at 60 mm. Then it slips: it
// swings about 40 mm, where the spring balances the 4 N of sliding friction, until it has the speed of the belt
// again, and is caught. With omega = sqrt(c/m) = 10/s and D = (6 N - 4 N)/c = 20 mm it slips for
// (2 pi - 2 atan(D omega/v))/omega = 0.407 s and sticks for 2 D/v = 0.4 s (v: speed of the belt), again and again.
// While it sticks, friction.v is 0, to the last bit.
model StickSlip "A mass on a moving belt"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;

  parameter Modelica.Units.SI.Velocity v = 0.1 "Speed of the belt";
  Components.Fixed wall;
  Components.Spring spring(c = 100);
  Components.Mass mass(m = 1, s(start = 0, fixed = true), v(start = v, fixed = true));
  Components.SupportFriction friction(useSupport = true, f_pos = [0, 4], peak = 1.5);
  Sources.Speed belt(exact = true);
  Modelica.Blocks.Sources.Constant speed(k = v);

equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(mass.flange_b, friction.flange_a);
  connect(friction.support, belt.flange);
  connect(speed.y, belt.v_ref);

  annotation(experiment(StopTime = 4, Interval = 0.002));
end StickSlip;
