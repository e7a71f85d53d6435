// A cart rolls on its driven wheels against a buffer.
//
// A torque on the axle drives the cart until it has run into the buffer and back; from 2 s on a second torque
// holds against it. Axle and cart are one body: the wheels' inertia is felt as a mass J/radius^2. Beside it one
// wheel is turned along a given angle, another with a given speed, and each pulls a trailer.
model RollingCart "A cart on driven wheels, and two trailers"
  import Modelica.Mechanics.Translational;
  import Modelica.Mechanics.Rotational;

  Modelica.Blocks.Sources.Sine drive(amplitude = 3, f = 0.5);
  Rotational.Sources.Torque motor;
  Rotational.Sources.TorqueStep second(stepTorque = -1, offsetTorque = 0, startTime = 2);
  Rotational.Sensors.TorqueSensor shaft;
  Rotational.Components.Inertia axle(J = 0.05);
  Translational.Components.IdealRollingWheel wheel(radius = 0.25);
  Translational.Components.Mass cart(m = 4, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Components.ElastoGap buffer(c = 5000, d = 100, s_rel0 = 0);
  Translational.Components.Fixed wall(s0 = 1);
  Rotational.Sensors.AngleSensor angle;
  Rotational.Sensors.SpeedSensor speed;
  Rotational.Sensors.AccSensor acceleration;

  Modelica.Blocks.Sources.Sine turn(amplitude = 2, f = 0.5);
  Rotational.Sources.Position steered(exact = true);
  Translational.Components.IdealRollingWheel wheel1(radius = 0.1);
  Translational.Components.SpringDamper rope1(c = 100, d = 2, s_rel0 = 0.5);
  Translational.Components.Mass trailer1(m = 1, s(start = 0.5, fixed = true), v(start = 0, fixed = true));

  Modelica.Blocks.Sources.Sine spin(amplitude = 2, f = 0.5);
  Rotational.Sources.Speed spun;
  Translational.Components.IdealRollingWheel wheel2(radius = 0.1);
  Translational.Components.SpringDamper rope2(c = 100, d = 2, s_rel0 = 0.5);
  Translational.Components.Mass trailer2(m = 1, s(start = 0.5, fixed = true), v(start = 0, fixed = true));

equation
  connect(drive.y, motor.tau);
  connect(motor.flange, shaft.flange_a);
  connect(shaft.flange_b, axle.flange_a);
  connect(second.flange, axle.flange_b);
  connect(axle.flange_b, wheel.flangeR);
  connect(wheel.flangeT, cart.flange_a);
  connect(cart.flange_b, buffer.flange_a);
  connect(buffer.flange_b, wall.flange);
  connect(axle.flange_b, angle.flange);
  connect(axle.flange_b, speed.flange);
  connect(axle.flange_b, acceleration.flange);

  connect(turn.y, steered.phi_ref);
  connect(steered.flange, wheel1.flangeR);
  connect(wheel1.flangeT, rope1.flange_a);
  connect(rope1.flange_b, trailer1.flange_a);

  connect(spin.y, spun.w_ref);
  connect(spun.flange, wheel2.flangeR);
  connect(wheel2.flangeT, rope2.flange_a);
  connect(rope2.flange_b, trailer2.flange_a);

  annotation(experiment(StopTime = 4, Interval = 0.004));
end RollingCart;
