within BlockComponents.Continuous;
block LimPIDExternalDerivative "PID controller with limits whose derivative part is a signal (Dyad)"
  parameter Real k = 1 "Gain of the controller";
  parameter Modelica.Units.SI.Time Ti = 0.5 "Time constant of the integrator";
  parameter Real y_max = 1e+300 "Largest output";
  parameter Real y_min = -y_max "Smallest output";
  parameter Real wp = 1 "Weight of the set point in the proportional part";
  parameter Real Ni = 0.9 "Ni*Ti is the time constant with which the integrator leaves a limit";
  parameter Real k_ff = 1 "Factor of u_ff";
  parameter Real xi0 = 0 "State of the integrator at the start";
  Modelica.Blocks.Interfaces.RealInput u_s "Set point";
  Modelica.Blocks.Interfaces.RealInput u_m "Measurement";
  Modelica.Blocks.Interfaces.RealOutput y "What the controller asks for";
  Modelica.Blocks.Interfaces.RealInput u_ff "Feed-forward: added to the output before it is limited";
  Modelica.Blocks.Interfaces.RealInput u_d "Derivative part, before the gain";
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
  connect(u_d, add_pid.u2);
  annotation(
    Documentation(info = "
A LimPID whose derivative part is the signal u_d, times k: for a plant that measures its rate itself."),
    __elastogap(shortName = "BlockComponents.LimPIDExternalDerivative", examples = {"BlocksDyad"}));
end LimPIDExternalDerivative;
