// The force law of ElastoGap as a block: relative position and speed in, force out, in any FMI tool.
//
// s runs as s_rel does, from flange_a to flange_b: the gap is closed while s < s_rel0, and f, the force on
// flange_b, is then negative. The block has no states; the edges of contact and of the two bounds of the
// damper are events.
model ElastoGap "Pushes while it is compressed, never pulls, and its force never jumps"
  import Modelica.Units.SI;
  parameter SI.TranslationalSpringConstant c(min = 0) = 1 "Spring constant";
  parameter SI.TranslationalDampingConstant d(min = 0) = 1 "Damping constant";
  parameter SI.Position s_rel0 = 0 "Where contact begins";
  parameter SI.Length s_ref(min = 1e-15) = 1 "Compression at which the spring's force is f_ref";
  parameter SI.Force f_ref(min = 0) = c*s_ref "Spring force at a compression of s_ref";
  parameter Real n(min = 1) = 1 "Exponent: 1 for plates, 1.5 for metallic spheres";
  input SI.Position s(start = 0) "Relative position";
  input SI.Velocity v(start = 0) "Relative speed";
  output SI.Force f "Force: negative where it pushes";
  output SI.Power lossPower "Power turned into heat";
  output Boolean contact "Is the gap closed?";
protected
  SI.Force f_c "Spring force";
  SI.Force f_d2 "Damper force without bounds";
  SI.Force f_d "Damper force";
equation
  contact = s < s_rel0;
  f_c = if contact then -f_ref*noEvent(abs((s - s_rel0)/s_ref))^n else 0;
  f_d2 = if contact then d*v else 0;
  f_d = if f_d2 < f_c then f_c elseif f_d2 > -f_c then -f_c else f_d2;
  f = f_c + f_d;
  lossPower = f_d*v;
  annotation(experiment(StopTime = 1, Interval = 0.001));
end ElastoGap;
