// The force law of MSL's SpringDamper as a block: relative position and speed in, force out, in any FMI tool.
model SpringDamper "Linear spring and damper, which pull as well as they push"
  import Modelica.Units.SI;
  parameter SI.TranslationalSpringConstant c(min = 0) = 1 "Spring constant";
  parameter SI.TranslationalDampingConstant d(min = 0) = 1 "Damping constant";
  parameter SI.Position s_rel0 = 0 "Where the spring is free of force";
  input SI.Position s(start = 0) "Relative position";
  input SI.Velocity v(start = 0) "Relative speed";
  output SI.Force f "Force, as flange_b counts it: tension is positive";
  output SI.Power lossPower "Power turned into heat";
equation
  f = c*(s - s_rel0) + d*v;
  lossPower = d*v^2;
  annotation(experiment(StopTime = 1, Interval = 0.001));
end SpringDamper;
