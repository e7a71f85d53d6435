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
block KinematicPTP2 "Positions, speeds and accelerations of a fastest motion within limits"
  parameter Real q_begin[:] = {0} "Positions at the beginning" annotation(Evaluate = true);
  parameter Real q_end[:] = {1} "Positions at the end" annotation(Evaluate = true);
  parameter Real qd_max[:](min = 2.2250738585072014e-308) = {1}
    "Greatest speeds" annotation(Evaluate = true);
  parameter Real qdd_max[:](min = 2.2250738585072014e-308) = {1}
    "Greatest accelerations" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "When the motion begins";
  Modelica.Blocks.Interfaces.RealOutput q[nout] "Positions of the axes";
  Modelica.Blocks.Interfaces.RealOutput qd[nout] "Speeds of the axes";
  Modelica.Blocks.Interfaces.RealOutput qdd[nout] "Accelerations of the axes";
  Modelica.Blocks.Interfaces.BooleanOutput moving[nout] "Does the axis still have a way to go?";
  Modelica.Units.SI.Time endTime "When the motion ends";
protected
  parameter Integer ends = max(size(q_begin, 1), size(q_end, 1)) "Number of positions";
  parameter Integer nout = max({ends, size(qd_max, 1), size(qdd_max, 1)}) "Number of axes";
  parameter Real p_q_begin[:] = if size(q_begin, 1) == 1 then ones(nout)*q_begin[1] else q_begin
    "q_begin of every axis";
  parameter Real p_q_end[:] = if size(q_end, 1) == 1 then ones(nout)*q_end[1] else q_end
    "q_end of every axis";
  parameter Real p_qd_max[:] = if size(qd_max, 1) == 1 then ones(nout)*qd_max[1] else qd_max
    "qd_max of every axis";
  parameter Real p_qdd_max[:] = if size(qdd_max, 1) == 1 then ones(nout)*qdd_max[1] else qdd_max
    "qdd_max of every axis";
  parameter Real p_deltaq[:] = p_q_end - p_q_begin "Ways to go";
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
  parameter Real s1 = sdd_max*(if noWphase then Ta1*Ta1 else Ta2*Ta2)/2 "Share of the way at Ta1 or Ta2";
  parameter Real s2 = if noWphase then 2*s1 else s1 + sd_max*(Tv - Ta2) "Share of the way at Te or Tv";
  parameter Real s3 = s2 + sd_max*(Te - Tv) - sdd_max/2*(Te - Tv)^2 "Share of the way at Te";
  Boolean motion_ref "The end is still to come";
  Real s "Share of the way that is done";
  Real sd "Its rate";
  Real sdd "The rate of that";
equation
  sdd = if still or time < startTime then 0 else if time < (if noWphase then Ta1s else Ta2s) then sdd_max
    else if time < Tvs then 0 else if time < Tes then -sdd_max else 0;
  sd = if still or time < startTime then 0 else if time < (if noWphase then Ta1s
    else Ta2s) then sdd_max*(time - startTime) else if time < Tvs then sd_max
    else if time < Tes then (if noWphase then sdd_max*Ta1 else sd_max) - sdd_max*(time - Tvs) else 0;
  s = if still or time < startTime then 0 else if time < (if noWphase then Ta1s
    else Ta2s) then sdd_max/2*(time - startTime)^2 else if time < Tvs then s1 + sd_max*(time - Ta2s)
    else if time < Tes then (if noWphase then s1 + sdd_max*Ta1*(time - Ta1s)
    else s2 + sd_max*(time - Tvs)) - sdd_max/2*(time - Tvs)^2 else if noWphase then s2 else s3;
  endTime = Tes;
  motion_ref = time < endTime;
  for i in 1:nout loop
    q[i] = p_q_begin[i] + p_deltaq[i]*s;
    qd[i] = p_deltaq[i]*sd;
    qdd[i] = p_deltaq[i]*sdd;
    moving[i] = abs(p_deltaq[i]) > 10*Modelica.Constants.eps and motion_ref;
  end for;
  annotation(
    Documentation(info = "
As KinematicPTP, from q_begin to q_end; the outputs are positions, speeds and accelerations, made for the
vector input of a Move. moving[i] is true until the motion ends, for axes that move at all."),
    __elastogap(examples = {"Waves"}));
end KinematicPTP2;
