// The force law of 20-sim's SpringDamper as a block: compression and its rate in, force out, in any FMI tool.
//
// 20-sim's signs: s (x in 20-sim) is positive in compression, v (p.v) its rate, and f (p.F) positive where it
// pushes the ports apart.
model SpringDamper20sim "Linear spring and damper with 20-sim's signs"
  import Modelica.Units.SI;
  parameter SI.TranslationalSpringConstant k(min = 0) = 1 "Stiffness";
  parameter SI.TranslationalDampingConstant d(min = 0) = 1 "Damping";
  input SI.Position s(start = 0) "Compression";
  input SI.Velocity v(start = 0) "Rate of compression";
  output SI.Force f "Force: compression is positive";
  output SI.Power lossPower "Power turned into heat";
equation
  f = k*s + d*v;
  lossPower = d*v^2;
  annotation(experiment(StopTime = 1, Interval = 0.001));
end SpringDamper20sim;
