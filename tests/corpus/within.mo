within Modelica.Mechanics.Translational.Examples;
model E "Names of the enclosing packages"
  extends Modelica.Icons.Example;
  import Modelica.Constants.{pi, g_n};
  parameter SI.Mass m = 2*pi;
  Components.Mass mass(m = m, s(start = 1, fixed = true), v(fixed = true), stateSelect = StateSelect.prefer);
  Translational.Sources.ConstantForce weight(f_constant = -m*g_n);
  Blocks.Sources.Pulse pulse(period = 0.1, width = 50);
  Sources.Speed drive;
  Components.SpringDamper link(c = 10, d = 1);
equation
  connect(weight.flange, mass.flange_a);
  connect(pulse.y, drive.v_ref);
  connect(drive.flange, link.flange_a);
  connect(link.flange_b, mass.flange_b);
  annotation(experiment(StopTime = 2, NumberOfIntervals = 100));
end E;
