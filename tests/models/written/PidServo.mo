// A servo of a PID controller that drives a carriage against a stop: all of it written as equations.
model PidServo "PID, carriage and stop, no class is native"
  parameter Real m = 2, d = 8 "Carriage";
  parameter Real k = 400, Ti = 0.2, Td = 0.05, Nd = 10 "Controller";
  parameter Real c_stop = 5e4, d_stop = 150, s_stop = 0.08 "Stop";
  parameter Real most = 120 "Largest force of the drive";
  Real s(start = 0, fixed = true), v(start = 0, fixed = true);
  Real x_i(start = 0, fixed = true), x_d(start = 0, fixed = true);
  Real r, e, u, f, f_stop, f_c, f_d;
  Real energy(start = 0, fixed = true) "What the drive has done";
equation
  r = if time < 0.5 then 0.05 elseif time < 1.2 then 0.12 else 0.02 + 0.01*sin(20*time);
  e = r - s;
  der(x_i) = if u > most or u < -most then 0 else e/Ti;
  der(x_d) = (e - x_d)*Nd/Td;
  u = k*(e + x_i + Nd*(e - x_d));
  f = if u > most then most elseif u < -most then -most else u;
  f_c = if s > s_stop then c_stop*(s - s_stop) else 0;
  f_d = if s > s_stop then d_stop*v else 0;
  f_stop = f_c + (if f_d < -f_c then -f_c elseif f_d > f_c then f_c else f_d);
  der(s) = v;
  m*der(v) = f - d*v - f_stop;
  der(energy) = f*v;
  annotation(experiment(StopTime = 2, Interval = 0.01));
end PidServo;
