/* A carriage under control, whose measured position is noisy, with filters of several kinds to compare.
 *
 * The path is a staircase, made smooth by a transfer function of order four; a state-space observer estimates position and
 * speed of the carriage; three filters clean the measurement; an integrator that is reset counts the way of each
 * section. */
model Filters "Linear systems of any order around a carriage"
  import Modelica.Blocks.Types.Init;
  Modelica.Mechanics.Translational.Components.Mass carriage(m=2, L=0, s(start=0.05, fixed=true), v(start=0, fixed=true));
  Modelica.Mechanics.Translational.Components.Fixed rail;
  Modelica.Mechanics.Translational.Components.Damper drag(d=8);
  Modelica.Mechanics.Translational.Sources.Force motor;
  Modelica.Mechanics.Translational.Sensors.PositionSensor position;
  Modelica.Mechanics.Translational.Sensors.SpeedSensor speed;
  Modelica.Blocks.Sources.Pulse stairs(amplitude=0.2, width=50, period=1.5, startTime=0.1);
  Modelica.Blocks.Sources.Sine noise(f=12, amplitude=0.005);
  Modelica.Blocks.Continuous.TransferFunction smooth(b={1}, a={1e-6,1e-4,4e-3,0.08,1}, initType=Init.SteadyState);
  Modelica.Blocks.Continuous.TransferFunction controller(b={40,300}, a={0.01,1}, initType=Init.SteadyState);
  Modelica.Blocks.Continuous.StateSpace observer(A=[-20,1;-100,-4], B=[0,20;0.5,100], C=[1,0;0,1], D=zeros(2,2), initType=Init.InitialState);
  Modelica.Blocks.Continuous.CriticalDamping slow(n=3, f=5, initType=Init.InitialOutput, y_start=0.05);
  Modelica.Blocks.Continuous.LowpassButterworth flat(n=5, f=8, initType=Init.SteadyState);
  Modelica.Blocks.Continuous.Integrator way(use_reset=true), shifted(use_reset=true, use_set=true);
  Modelica.Blocks.Continuous.LimIntegrator effort(k=1, outMax=2);
  Modelica.Blocks.Sources.BooleanPulse section(period=0.75, width=10, startTime=0.1);
  Modelica.Blocks.Math.Feedback error;
  Modelica.Blocks.Math.Sum measured(nin=2);
  Modelica.Blocks.Math.MultiSum total(nu=3, k={1,0.5,-1});
  Modelica.Blocks.Math.MultiProduct power(nu=2);
  Modelica.Blocks.Math.MinMax range(nu=2);
  Modelica.Blocks.Math.MatrixGain turned(K=[0.8,-0.6;0.6,0.8]);
equation
  connect(rail.flange, drag.flange_a);
  connect(drag.flange_b, carriage.flange_a);
  connect(motor.flange, carriage.flange_b);
  connect(carriage.flange_b, position.flange);
  connect(carriage.flange_b, speed.flange);
  connect(stairs.y, smooth.u);
  connect(position.s, measured.u[1]);
  connect(noise.y, measured.u[2]);
  connect(smooth.y, error.u1);
  connect(measured.y, error.u2);
  connect(error.y, controller.u);
  connect(controller.y, motor.f);
  connect(controller.y, observer.u[1]);
  connect(measured.y, observer.u[2]);
  connect(measured.y, slow.u);
  connect(measured.y, flat.u);
  connect(speed.v, way.u);
  connect(section.y, way.reset);
  connect(speed.v, shifted.u);
  connect(section.y, shifted.reset);
  connect(smooth.y, shifted.set);
  connect(controller.y, effort.u);
  connect(slow.y, total.u[1]);
  connect(flat.y, total.u[2]);
  connect(smooth.y, total.u[3]);
  connect(controller.y, power.u[1]);
  connect(speed.v, power.u[2]);
  connect(slow.y, range.u[1]);
  connect(flat.y, range.u[2]);
  connect(observer.y, turned.u);
  annotation(experiment(StopTime=2, Interval=0.01, Tolerance=1e-8));
end Filters;
