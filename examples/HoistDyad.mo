/* A hoist in Dyad's names: a drum winds up a rope, a cabin hangs on it, and at 3 s somebody steps in.
 *
 * The drum follows a speed that rises within a second (Speed, exact); the rope is a spring and a damper; the counterweight
 * is led along a given position, down as the cabin goes up. The cabin swings on the rope after the start and after the step of
 * the load, with the rope's stiffness c and the mass m at omega = sqrt(c/m) = 8/s. Pairs of sensors with two names each
 * (speed, velocity) read the same. */
model HoistDyad "A cabin on a rope, with every sensor"
  import TranslationalComponents.{Components, Sources, Sensors};

  BlockComponents.Sources.Ramp start(height=1.5, duration=1, start_time=0.5);
  BlockComponents.Sources.Step lower(height=-0.4, start_time=2);
  Components.Fixed ground(s0=0);
  Sources.Speed drum(ref_type=Sources.ReferenceType.Exact);
  Sensors.ForceSensor pull;
  Components.SpringDamper rope(c=19200, d=300, s_rel0=0);
  Components.Mass cabin(m=300, L=0, s(start=-300*9.81/19200, fixed=true), v(start=0, fixed=true));
  Sources.ConstantForce weight(f_constant=-300*9.81);
  Sources.ForceStep passenger(stepForce=-75*9.81, startTime=3);
  Components.Damper guide(d=40);

  Sources.Position led(ref_type=Sources.ReferenceType.Filtered, f_crit=2);
  Components.Mass counterweight(m=200, L=0);

  Sensors.PositionSensor height;
  Sensors.SpeedSensor speed;
  Sensors.VelocitySensor velocity;
  Sensors.AccelerationSensor comfort "What the passenger feels";
  Sensors.RelativePositionSensor stretch;
  Sensors.RelativeSpeedSensor stretchSpeed;
  Sensors.RelativeVelocitySensor stretchVelocity;
  Sensors.RelativeAccelerationSensor stretchAcceleration;
  Components.RelativeStates states;
equation
  connect(start.y, drum.v_ref);
  connect(drum.support, ground.flange);
  connect(drum.flange, pull.flange_a);
  connect(pull.flange_b, rope.flange_b);
  connect(rope.flange_a, cabin.flange_b);
  connect(weight.support, ground.flange);
  connect(weight.flange, cabin.flange_a);
  connect(passenger.support, ground.flange);
  connect(passenger.flange, cabin.flange_a);
  connect(ground.flange, guide.flange_a);
  connect(guide.flange_b, cabin.flange_a);
  connect(lower.y, led.s_ref);
  connect(led.support, ground.flange);
  connect(led.flange, counterweight.flange_a);
  connect(cabin.flange_a, height.flange);
  connect(cabin.flange_a, speed.flange);
  connect(cabin.flange_a, velocity.flange);
  connect(cabin.flange_a, comfort.flange);
  connect(cabin.flange_b, stretch.flange_a);
  connect(pull.flange_b, stretch.flange_b);
  connect(cabin.flange_b, stretchSpeed.flange_a);
  connect(pull.flange_b, stretchSpeed.flange_b);
  connect(cabin.flange_b, stretchVelocity.flange_a);
  connect(pull.flange_b, stretchVelocity.flange_b);
  connect(cabin.flange_b, stretchAcceleration.flange_a);
  connect(pull.flange_b, stretchAcceleration.flange_b);
  connect(cabin.flange_b, states.flange_a);
  connect(pull.flange_b, states.flange_b);
  annotation (experiment(StopTime=5, Interval=0.005));
end HoistDyad;
