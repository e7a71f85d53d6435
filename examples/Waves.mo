/* A shaker table that is driven by signals of every shape.
 *
 * A kinematic path moves the table from one place to another and back, at full speed and within its acceleration; a
 * second axis follows in step. On the table stands a mass on a spring, which a train of trapezoids, teeth and exponential pulses
 * pushes. Angles of the motion, a dead zone, limits that move and a limited slew rate take part, some only to be seen. */
model Waves "Sources of every shape move a table and push what stands on it"
  Modelica.Blocks.Sources.KinematicPTP2 route(q_begin={0}, q_end={0.3,-0.1}, qd_max={0.5}, qdd_max={2,1}, startTime=0.2);
  Modelica.Blocks.Sources.KinematicPTP brake(deltaq={-0.2}, qd_max={0.4}, qdd_max={3}, startTime=1.6);
  Modelica.Mechanics.Translational.Sources.Move table;
  Modelica.Mechanics.Translational.Sources.Accelerate second;
  Modelica.Mechanics.Translational.Components.Mass plate(m=5, L=0);
  Modelica.Mechanics.Translational.Components.Mass other(m=2, L=0);
  Modelica.Mechanics.Translational.Components.SpringDamper mount(c=800, d=6);
  Modelica.Mechanics.Translational.Components.Mass load(m=1, L=0, s(start=0.05, fixed=true), v(start=0, fixed=true));
  Modelica.Mechanics.Translational.Sources.Force push;
  Modelica.Mechanics.Translational.Sensors.RelPositionSensor sway;
  Modelica.Mechanics.Translational.Sensors.SpeedSensor speed;
  Modelica.Blocks.Sources.Trapezoid trapezoid(amplitude=20, rising=0.05, width=0.1, falling=0.15, period=0.5, nperiod=4, startTime=0.1);
  Modelica.Blocks.Sources.SawTooth teeth(amplitude=3, period=0.25, startTime=0.3);
  Modelica.Blocks.Sources.Exponentials pulse(outMax=10, riseTime=0.3, riseTimeConst=0.1, startTime=1);
  Modelica.Blocks.Sources.Sinc sinc(amplitude=2, f=3, startTime=0.5);
  Modelica.Blocks.Sources.LogFrequencySweep sweep(wMin=1, wMax=100, startTime=0.1, duration=2);
  Modelica.Blocks.Math.Add3 forces;
  Modelica.Blocks.Math.Add all;
  Modelica.Blocks.Nonlinear.DeadZone play(uMax=0.005);
  Modelica.Blocks.Nonlinear.VariableLimiter window;
  Modelica.Blocks.Nonlinear.SlewRateLimiter slow(Rising=30, Falling=-60, Td=0.01);
  Modelica.Blocks.Sources.Constant high(k=15), low(k=-5);
  Modelica.Blocks.Math.Atan2 angle;
  Modelica.Blocks.Math.Gain part(k=0.5);
  Modelica.Blocks.Math.Tanh saturated;
  Modelica.Blocks.Math.Sinh sinh;
  Modelica.Blocks.Math.Cosh cosh;
  Modelica.Blocks.Math.Asin asin;
  Modelica.Blocks.Math.Acos acos;
  Modelica.Blocks.Math.Log10 decades;
  Modelica.Blocks.Math.Power octave(base=2);
  Modelica.Blocks.Tables.CombiTable1Ds grip(table=[-1,0.2,1; 0,1,2; 0.5,0.8,4; 1,0.1,8], smoothness=Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1);
  Modelica.Blocks.Math.LinearDependency mixed(y0=1, k1=0.5, k2=-2);
equation
  connect(route.q[1], table.u[1]);
  connect(route.qd[1], table.u[2]);
  connect(route.qdd[1], table.u[3]);
  connect(table.flange, plate.flange_a);
  connect(brake.y[1], second.a_ref);
  connect(second.flange, other.flange_a);
  connect(plate.flange_b, mount.flange_a);
  connect(mount.flange_b, load.flange_a);
  connect(push.flange, load.flange_b);
  connect(plate.flange_b, sway.flange_a);
  connect(load.flange_a, sway.flange_b);
  connect(load.flange_b, speed.flange);
  connect(trapezoid.y, forces.u1);
  connect(teeth.y, forces.u2);
  connect(pulse.y, forces.u3);
  connect(forces.y, all.u1);
  connect(sinc.y, all.u2);
  connect(all.y, window.u);
  connect(high.y, window.limit1);
  connect(low.y, window.limit2);
  connect(window.y, slow.u);
  connect(slow.y, push.f);
  connect(sway.s_rel, play.u);
  connect(sway.s_rel, angle.u1);
  connect(speed.v, angle.u2);
  connect(speed.v, part.u);
  connect(part.y, saturated.u);
  connect(part.y, sinh.u);
  connect(part.y, cosh.u);
  connect(saturated.y, asin.u);
  connect(saturated.y, acos.u);
  connect(sweep.y, decades.u);
  connect(sinc.y, octave.u);
  connect(speed.v, grip.u);
  connect(speed.v, mixed.u1);
  connect(play.y, mixed.u2);
  annotation(experiment(StopTime=3, Interval=0.01, Tolerance=1e-8));
end Waves;
