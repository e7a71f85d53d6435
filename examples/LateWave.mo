/* Two carts that are shaken one after the other.
 *
 * One wave pushes both carts; it reaches the first after a delay, the second after a delay that changes. */
model LateWave "A wave that reaches two carts late"
  import Modelica.Mechanics.Translational.*;
  import Modelica.Blocks;
  Components.Mass cart(m=2, L=0, s(start=0.1, fixed=true), v(start=0, fixed=true));
  Components.Mass second(m=2, L=0, s(start=0.1, fixed=true), v(start=0, fixed=true));
  Components.SpringDamper spring(c=300, d=2), other(c=200, d=3);
  Components.Fixed ground;
  Sources.Force push, late_push;
  Blocks.Sources.Sine wave(f=3, amplitude=10);
  Blocks.Nonlinear.FixedDelay late(delayTime=0.1);
  Blocks.Nonlinear.VariableDelay later(delayMax=0.2);
  Blocks.Sources.Sine wobble(f=1, amplitude=0.02, offset=0.15);
equation
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, cart.flange_a);
  connect(ground.flange, other.flange_a);
  connect(other.flange_b, second.flange_a);
  connect(wave.y, late.u);
  connect(wave.y, later.u);
  connect(wobble.y, later.delayTime);
  connect(late.y, push.f);
  connect(later.y, late_push.f);
  connect(push.flange, cart.flange_b);
  connect(late_push.flange, second.flange_b);
  annotation(experiment(StopTime=0.5, Interval=0.005, Tolerance=1e-8));
end LateWave;
