/* A weight held in the air by a magnet that a relay switches.
 *
 * Below the reference height the controller switches the magnet on, above it off: the weight swings around the
 * reference. A second relay, with a hysteresis in the speed, works a brake lamp; a timer measures how long the magnet has
 * been on, and after a tenth of a second the soft start is over and the full force acts. When the weight has been
 * falling for long a latch is set, and the supply gives a short pause now and then. */
model Relay "A weight in the air, held by a relay"
  Modelica.Mechanics.Translational.Components.Fixed ground;
  Modelica.Mechanics.Translational.Components.ElastoGap floor(c=1e5, d=100);
  Modelica.Mechanics.Translational.Components.Mass weight(m=2, L=0, s(start=0.05, fixed=true), v(start=0, fixed=true));
  Modelica.Mechanics.Translational.Components.Damper air(d=4);
  Modelica.Mechanics.Translational.Sources.ConstantForce gravity(f_constant=-2*9.81);
  Modelica.Mechanics.Translational.Sources.Force magnet;
  Modelica.Mechanics.Translational.Sensors.PositionSensor position;
  Modelica.Mechanics.Translational.Sensors.SpeedSensor speed;
  Modelica.Blocks.Sources.Constant reference(k=0.2);
  Modelica.Blocks.Sources.Constant off(k=0);
  Modelica.Blocks.Sources.Constant pull(k=45);
  Modelica.Blocks.Sources.BooleanPulse supply(period=0.8, width=90, startTime=0);
  Modelica.Blocks.Logical.OnOffController controller(bandwidth=0.01);
  Modelica.Blocks.Logical.And energised;
  Modelica.Blocks.Logical.Timer onTime;
  Modelica.Blocks.Logical.TriggeredTrapezoid softStart(amplitude=1, rising=0.02, falling=0.01);
  Modelica.Blocks.Logical.Switch coil;
  Modelica.Blocks.Math.Product force;
  Modelica.Blocks.Logical.Hysteresis falls(uLow=-0.6, uHigh=-0.3, pre_y_start=true);
  Modelica.Blocks.Logical.Not falling;
  Modelica.Blocks.Logical.LogicalDelay longFall(delayTime=0.05);
  Modelica.Blocks.Logical.RSFlipFlop latch;
  Modelica.Blocks.Logical.GreaterThreshold high(threshold=0.2);
  Modelica.Blocks.Logical.GreaterEqualThreshold rising(threshold=0.3);
  Modelica.Blocks.Logical.LessThreshold low(threshold=0.15);
  Modelica.Blocks.Logical.LessEqualThreshold sinking(threshold=-0.3);
  Modelica.Blocks.Logical.ZeroCrossing turns;
  Modelica.Blocks.Math.BooleanToReal lamp(realTrue=12);
equation
  connect(ground.flange, floor.flange_a);
  connect(floor.flange_b, weight.flange_a);
  connect(ground.flange, air.flange_a);
  connect(air.flange_b, weight.flange_a);
  connect(gravity.flange, weight.flange_b);
  connect(magnet.flange, weight.flange_b);
  connect(weight.flange_b, position.flange);
  connect(weight.flange_b, speed.flange);
  connect(reference.y, controller.reference);
  connect(position.s, controller.u);
  connect(controller.y, energised.u1);
  connect(supply.y, energised.u2);
  connect(energised.y, onTime.u);
  connect(energised.y, softStart.u);
  connect(energised.y, coil.u2);
  connect(pull.y, coil.u1);
  connect(off.y, coil.u3);
  connect(coil.y, force.u1);
  connect(softStart.y, force.u2);
  connect(force.y, magnet.f);
  connect(speed.v, falls.u);
  connect(falls.y, falling.u);
  connect(falling.y, longFall.u);
  connect(longFall.y2, latch.S);
  connect(position.s, high.u);
  connect(high.y, latch.R);
  connect(speed.v, rising.u);
  connect(position.s, low.u);
  connect(speed.v, sinking.u);
  connect(speed.v, turns.u);
  connect(supply.y, turns.enable);
  connect(latch.Q, lamp.u);
  annotation(experiment(StopTime=3, Interval=0.01, Tolerance=1e-8));
end Relay;
