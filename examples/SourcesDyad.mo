/* Sources and initial conditions by the names that Dyad gives them.
 *
 * A carriage hangs between two springs and starts where they balance, at rest; another one starts with a given
 * position and velocity, and is braked by four forces that depend on its speed; the third starts with a given
 * acceleration. */
model SourcesDyad "Speed-dependent forces and initial conditions in Dyad's names"
  TranslationalComponents.Components.Fixed ground(s0=0), wall(s0=2);
  TranslationalComponents.Components.Spring left(c=100, s_rel0=0.6), right(c=300, s_rel0=0.7);
  TranslationalComponents.Components.Mass hung(m=2, L=0), braked(m=4, L=0), pulled(m=1, L=0);
  TranslationalComponents.Components.PrescribeInitialEquilibrium balance;
  TranslationalComponents.Sources.Force shaker;
  BlockComponents.Sources.Sine shake(amplitude=5, frequency=1.5);
  TranslationalComponents.Components.PrescribeInitialPosition at(s0=0.5);
  TranslationalComponents.Components.PrescribeInitialVelocity going(v0=6);
  TranslationalComponents.Sources.SignForce dry(f_nominal=-3, v0=0.2, reg=TranslationalComponents.Components.Regularization.Linear);
  TranslationalComponents.Sources.LinearSpeedDependentForce viscous(f_nominal=-2, v_nominal=3, ForceDirection=false);
  TranslationalComponents.Sources.QuadraticSpeedDependentForce drag(f_nominal=-2, v_nominal=3, ForceDirection=false);
  TranslationalComponents.Sources.InverseSpeedDependentForce power(f_nominal=-1, v_nominal=1, v0=1, ForceDirection=false);
  TranslationalComponents.Components.PrescribeInitialAcceleration pull(a0=3);
  TranslationalComponents.Components.PrescribeInitialVelocity rest(v0=0);
  TranslationalComponents.Components.Spring rope(c=50, s_rel0=0.2);
  TranslationalComponents.Sources.Accelerate accelerate;
  BlockComponents.Sources.Constant hard(k=1);
  TranslationalComponents.Sources.ConstantSpeed belt(v_fixed=0.25);
  TranslationalComponents.Sensors.PowerSensor meter;
  TranslationalComponents.Sensors.MultiSensor multi;
  TranslationalComponents.Components.Mass moved(m=1, L=0), carried(m=1, L=0);
equation
  connect(ground.flange, left.flange_a);
  connect(left.flange_b, hung.flange_a);
  connect(hung.flange_b, right.flange_a);
  connect(right.flange_b, wall.flange);
  connect(balance.flange, hung.flange_a);
  connect(ground.flange, shaker.flange_a);
  connect(shake.y, shaker.f);
  connect(shaker.flange_b, hung.flange_b);
  connect(at.flange, braked.flange_a);
  connect(going.flange, braked.flange_a);
  connect(dry.flange, braked.flange_a);
  connect(viscous.flange, braked.flange_a);
  connect(drag.flange, braked.flange_a);
  connect(power.flange, braked.flange_a);
  connect(dry.support, ground.flange);
  connect(viscous.support, ground.flange);
  connect(drag.support, ground.flange);
  connect(power.support, ground.flange);
  connect(ground.flange, rope.flange_a);
  connect(rope.flange_b, pulled.flange_a);
  connect(pull.flange, pulled.flange_a);
  connect(rest.flange, pulled.flange_a);
  connect(accelerate.support, ground.flange);
  connect(hard.y, accelerate.a_ref);
  connect(accelerate.flange, meter.flange_a);
  connect(meter.flange_b, moved.flange_a);
  connect(belt.support, ground.flange);
  connect(belt.flange, multi.flange_a);
  connect(multi.flange_b, carried.flange_a);
  annotation (experiment(StopTime=3, Interval=0.01));
end SourcesDyad;
