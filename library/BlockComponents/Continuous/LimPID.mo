within BlockComponents.Continuous;
/* Made of smaller blocks, as in Dyad, so that pid.integrator.x stands among the results:
 *
 *     y = limit(k*(P + I + D) + k_ff*u_ff),  P = wp*u_s - u_m,  D = Td*s/(1 + s*Td/Nd)*(wd*u_s - u_m)
 *     der(I) = (u_s - u_m + (y - what it would be without limits)/(k*Ni))/Ti */
block LimPID "PID controller with limits (Dyad)"
  parameter Real k = 1 "Gain of the controller";
  parameter Modelica.Units.SI.Time Ti = 0.5 "Time constant of the integrator";
  parameter Real y_max = 1e+300 "Largest output";
  parameter Real y_min = -y_max "Smallest output";
  parameter Real wp = 1 "Weight of the set point in the proportional part";
  parameter Real Ni = 0.9 "Ni*Ti is the time constant with which the integrator leaves a limit";
  parameter Real k_ff = 1 "Factor of u_ff";
  parameter Real xi0 = 0 "State of the integrator at the start";
  parameter Modelica.Units.SI.Time Td = 0.1 "Time constant of the derivative";
  parameter Real wd = 1 "Weight of the set point in the derivative part";
  parameter Real Nd = 10 "The derivative's low-pass has the time constant Td/Nd";
  parameter Real xd0 = 0 "State of the derivative at the start";
  Modelica.Blocks.Interfaces.RealInput u_s "Set point";
  Modelica.Blocks.Interfaces.RealInput u_m "Measurement";
  Modelica.Blocks.Interfaces.RealOutput y "What the controller asks for";
  Modelica.Blocks.Interfaces.RealInput u_ff "Feed-forward: added to the output before it is limited";
  Real control_error "Set point less measurement";
  BlockComponents.Math.Add add_p(k1 = wp, k2 = -1);
  BlockComponents.Math.Add3 add_i(k2 = -1);
  BlockComponents.Math.Gain proportional(k = 1);
  BlockComponents.Continuous.Integrator integrator(k = 1/Ti, x0 = xi0);
  BlockComponents.Math.Add3 add_pid;
  BlockComponents.Math.Gain gain_pid(k = k);
  BlockComponents.Math.Add add_ff(k2 = k_ff);
  BlockComponents.Nonlinear.Limiter limiter(y_max = y_max, y_min = y_min);
  BlockComponents.Math.Add add_sat(k2 = -1);
  BlockComponents.Math.Gain gain_track(k = 1/(k*Ni));
  BlockComponents.Math.Add add_d(k1 = wd, k2 = -1);
  BlockComponents.Continuous.Derivative derivative(k = Td, T = max(Td/Nd, 1e-14), x0 = xd0);
equation
  control_error = u_s - u_m;
  connect(u_s, add_p.u1);
  connect(u_m, add_p.u2);
  connect(u_s, add_i.u1);
  connect(u_m, add_i.u2);
  connect(add_p.y, proportional.u);
  connect(add_i.y, integrator.u);
  connect(proportional.y, add_pid.u1);
  connect(integrator.y, add_pid.u3);
  connect(add_pid.y, gain_pid.u);
  connect(gain_pid.y, add_ff.u1);
  connect(u_ff, add_ff.u2);
  connect(add_ff.y, limiter.u);
  connect(limiter.y, add_sat.u1);
  connect(add_ff.y, add_sat.u2);
  connect(add_sat.y, gain_track.u);
  connect(gain_track.y, add_i.u3);
  connect(limiter.y, y);
  connect(u_s, add_d.u1);
  connect(u_m, add_d.u2);
  connect(add_d.y, derivative.u);
  connect(derivative.y, add_pid.u2);
  annotation(
    Documentation(info = "
Proportional, integral and derivative action on the difference of set point and measurement, held between
y_min and y_max; at a limit the integrator is led back. u_ff is added before the limits: where it is not
wanted, give it 0."),
    __elastogap(shortName = "BlockComponents.LimPID", examples = {"BlocksDyad"}));
end LimPID;
