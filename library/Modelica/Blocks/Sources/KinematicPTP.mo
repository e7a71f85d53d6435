within Modelica.Blocks.Sources;
/* Axis i moves by p_deltaq[i]*s, the same s from 0 to 1 for all. Its speed p_deltaq[i]*sd is at most
 * qd_max[i], its acceleration p_deltaq[i]*sdd at most qdd_max[i]: hence |sd| <= sd_max and |sdd| <= sdd_max,
 * the least of what the axes allow. s accelerates with sdd_max; if sd_max is reached before the middle
 * (Ta2 < Ta1) it goes on with that speed; then it brakes as it has accelerated:
 *
 *     noWphase (Ta2 >= Ta1)   sdd_max until Ta1 = sqrt(1/sdd_max), -sdd_max until Te = 2*Ta1
 *     else                    sdd_max until Ta2 = sd_max/sdd_max, 0 until Tv = 1/sd_max, -sdd_max until
 *                             Te = Tv + Ta2
 *
 * all counted from startTime; each corner is a time event. With no way to go everything stays 0. */
block KinematicPTP "Accelerations of a fastest motion within limits"
  parameter Real deltaq[:] = {1} "Ways to go" annotation(Evaluate = true);
  parameter Real qd_max[:](min = 2.2250738585072014e-308) = {1}
    "Greatest speeds" annotation(Evaluate = true);
  parameter Real qdd_max[:](min = 2.2250738585072014e-308) = {1}
    "Greatest accelerations" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "When the motion begins";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Accelerations of the axes";
protected
  parameter Integer nout = max({size(deltaq, 1), size(qd_max, 1), size(qdd_max, 1)}) "Number of axes";
  parameter Real p_deltaq[:] = if size(deltaq, 1) == 1 then ones(nout)*deltaq[1] else deltaq
    "deltaq of every axis";
  parameter Real p_qd_max[:] = if size(qd_max, 1) == 1 then ones(nout)*qd_max[1] else qd_max
    "qd_max of every axis";
  parameter Real p_qdd_max[:] = if size(qdd_max, 1) == 1 then ones(nout)*qdd_max[1] else qdd_max
    "qdd_max of every axis";
  parameter Real sd_max_inv = max({abs(p_deltaq[i]/p_qd_max[i]) for i in 1:nout})
    "Least time of the whole way at full speed";
  parameter Real sdd_max_inv = max({abs(p_deltaq[i]/p_qdd_max[i]) for i in 1:nout})
    "The same of the acceleration";
  parameter Boolean still = min(sd_max_inv, sdd_max_inv) <= 10*Modelica.Constants.eps
    "There is no way to go";
  parameter Real sd_max = if still then 0 else 1/sd_max_inv "Greatest speed of s";
  parameter Real sdd_max = if still then 0 else 1/sdd_max_inv "Acceleration of s";
  parameter Modelica.Units.SI.Time Ta1 = if still then 0 else sqrt(1/sdd_max)
    "Time to the middle of the way when only the acceleration limits";
  parameter Modelica.Units.SI.Time Ta2 = if still then 0 else sd_max/sdd_max "Time to full speed";
  parameter Boolean noWphase = not still and Ta2 >= Ta1 "Full speed is not reached";
  parameter Modelica.Units.SI.Time Tv = if still then 0 else if noWphase then Ta1 else 1/sd_max
    "When braking begins, from startTime";
  parameter Modelica.Units.SI.Time Te = if still then 0 else if noWphase then Ta1 + Ta1 else Tv + Ta2
    "When the motion ends, from startTime";
  parameter Modelica.Units.SI.Time Ta1s = Ta1 + startTime "Ta1 as a time";
  parameter Modelica.Units.SI.Time Ta2s = Ta2 + startTime "Ta2 as a time";
  parameter Modelica.Units.SI.Time Tvs = Tv + startTime "Tv as a time";
  parameter Modelica.Units.SI.Time Tes = Te + startTime "Te as a time";
  Real sdd "Acceleration of the way as a share of it";
equation
  sdd = if still or time < startTime then 0 else if time < (if noWphase then Ta1s else Ta2s) then sdd_max
    else if time < Tvs then 0 else if time < Tes then -sdd_max else 0;
  for i in 1:nout loop
    y[i] = p_deltaq[i]*sdd;
  end for;
  annotation(
    Documentation(info = "
The axes begin to move at startTime and come to rest together, deltaq[i] further. They accelerate, go on
at full speed and brake; the slowest says how fast. The outputs are the accelerations, which jump: an
Accelerate integrates them. Vectors of one element hold for all axes."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.MO"}, examples = {"Waves"}));
end KinematicPTP;
