// How an accelerometer works: a small mass in a housing lags behind, and how far tells the acceleration.
//
// A table on a spring is pushed by a force that comes in pulses, and from 1 s on by a steady one as well. In the
// housing on it hangs a seismic mass, critically damped: far below its natural frequency omega = sqrt(c/m) =
// 200/s its deflection is -a/omega^2. `reading` is the deflection times -omega^2, `truth` what an ideal
// sensor says; `wrong`, their difference, is what the finite omega costs: it is largest after each edge, for
// a few times 1/omega = 5 ms. The force sensor between push and table reads what moves the table, not what the spring
// takes.
model Accelerometer "A seismic mass beside an ideal acceleration sensor"
  import Modelica.Mechanics.Translational.{Components, Sources, Sensors};
  import Modelica.Blocks.Math;

  parameter Real omega(unit = "rad/s") = 200 "Natural frequency of the seismic mass";
  parameter Modelica.Units.SI.Mass m = 0.01 "Seismic mass";

  Modelica.Blocks.Sources.Pulse pulses(amplitude = 20, width = 40, period = 0.5, startTime = 0.1);
  Sources.Force push;
  Sources.ForceStep lean(stepForce = 15, offsetForce = 0, startTime = 1);
  Sensors.ForceSensor load;
  Components.Mass table(m = 4);
  Components.SpringDamper mount(c = 900, d = 25);
  Components.Fixed ground;
  Components.InitializeFlange rest(use_a_start = false);
  Modelica.Blocks.Sources.Constant zero(k = 0);

  Components.SpringDamper suspension(c = m*omega^2, d = 2*m*omega);
  Components.Mass seismic(m = m, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.RelativeStates lag "Its coordinates are deflection and its rate";

  Sensors.AccSensor truth;
  Sensors.RelPositionSensor deflection;
  Sensors.RelSpeedSensor rate;
  Sensors.RelAccSensor relative;
  Math.Gain reading(k = -omega^2);
  Math.Add wrong(k1 = 1, k2 = -1);

equation
  connect(pulses.y, push.f);
  connect(push.flange, load.flange_a);
  connect(lean.flange, load.flange_a);
  connect(load.flange_b, table.flange_a);
  connect(ground.flange, mount.flange_a);
  connect(mount.flange_b, table.flange_b);
  connect(zero.y, rest.s_start);
  connect(zero.y, rest.v_start);
  connect(rest.flange, table.flange_b);

  connect(table.flange_b, suspension.flange_a);
  connect(suspension.flange_b, seismic.flange_a);
  connect(table.flange_b, lag.flange_a);
  connect(lag.flange_b, seismic.flange_a);

  connect(table.flange_b, truth.flange);
  connect(table.flange_b, deflection.flange_a);
  connect(seismic.flange_a, deflection.flange_b);
  connect(table.flange_b, rate.flange_a);
  connect(seismic.flange_a, rate.flange_b);
  connect(table.flange_b, relative.flange_a);
  connect(seismic.flange_a, relative.flange_b);
  connect(deflection.s_rel, reading.u);
  connect(reading.y, wrong.u1);
  connect(truth.a, wrong.u2);

  annotation(experiment(StopTime = 2, Interval = 0.002));
end Accelerometer;
