within Modelica.Blocks.Interfaces;
partial block MVcontrol "Controller of several signals"
  parameter Integer nu_s(min = 0) = 1 "Number of setpoints" annotation(Evaluate = true);
  parameter Integer nu_m(min = 0) = 1 "Number of measurements" annotation(Evaluate = true);
  parameter Integer ny(min = 0) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u_s[nu_s] "Setpoints";
  Modelica.Blocks.Interfaces.RealInput u_m[nu_m] "Measurements";
  Modelica.Blocks.Interfaces.RealOutput y[ny] "What the actuators do";
  annotation(
    Documentation(info = "
The class that extends it says how y depends on the setpoints and the measurements."));
end MVcontrol;
