// A coupling with play, in 20-sim's names: a carriage that a drive moves to and fro takes a load along, through a
// backlash, until the load meets a bumper at the end of its way.
//
// All of 20-sim's actuators and sensors are here: the force that holds the load back, the way of the carriage, a
// conveyor of given velocity and a table of given acceleration that shake what lies on them.
//
//   elastogap simulate examples/Carriage.mo --events events.csv --plot carriage.x --plot load.x --plot play.p.F
model Carriage "Backlash, bumper, actuators and sensors, in 20-sim's names"
  import IconicDiagrams.Mechanical.Translation.Components;
  import IconicDiagrams.Mechanical.Translation.Actuators;
  import IconicDiagrams.Mechanical.Translation.Sensors;

  Components.Mass.Default carriage(m = 2), load(m = 5), parcel(m = 0.5), tray(m = 0.2);
  Components.SpringDamper.Default rod(k = 20e3, d = 60);
  Components.Backlash play(s = 0.004, k1 = 10, k2 = 50e3, d1 = 0.5, d2 = 80);
  Components.Bumper bumper(k1 = 0, k2 = 40e3, d1 = 0, d2 = 50, x_initial = -0.03);
  Components.Damper rubber(d = 3), felt(d = 2);
  Components.FixedWorld world;
  Components.Node node;

  Actuators.PositionActuator drive;
  Actuators.ForceActuator brake;
  Actuators.VelocityActuator conveyor(x_initial = 0.1);
  Actuators.AccelerationActuator table(p.v_initial = 0.02);
  Sensors.PositionSensor position;
  Sensors.VelocitySensor velocity;
  Sensors.AccelerationSensor acceleration;
  Sensors.ForceSensor force;
  Sensors.PowerSensor power;

  Modelica.Blocks.Sources.Sine way(amplitude = 0.04, f = 1), speed(amplitude = 0.1, f = 2), shake(amplitude = 3, f = 3);
  Modelica.Blocks.Sources.Constant drag(k = -4);
equation
  connect(way.y, drive.x);
  connect(drive.p, rod.p_high);
  connect(rod.p_low, force.p_high);
  connect(force.p_low, carriage.p);
  connect(carriage.p, power.p_high);
  connect(power.p_low, play.p_high);
  connect(play.p_low, load.p);
  connect(load.p, node.p);
  connect(bumper.p_high, node.p);
  connect(bumper.p_low, world.p);
  connect(drag.y, brake.F);
  connect(brake.p, load.p);
  connect(position.p, load.p);
  connect(velocity.p, load.p);
  connect(acceleration.p, carriage.p);
  connect(speed.y, conveyor.v);
  connect(conveyor.p, rubber.p_high);
  connect(rubber.p_low, parcel.p);
  connect(shake.y, table.a);
  connect(table.p, felt.p_high);
  connect(felt.p_low, tray.p);
  annotation(experiment(StopTime = 2));
end Carriage;
