// Two ElastoGaps in one block: relative position and speed in, force out, in any FMI tool.
//
// s runs as s_rel does. Below s_lower the lower stop pushes (f < 0), above s_upper the upper one (f > 0);
// between them there is no force. The block has no states; the edges of contact and of the bounds of the
// dampers are events.
model TwoSidedGap "A lower and an upper stop"
  import Modelica.Units.SI;

  model Side "The push of one stop, positive"
    parameter SI.TranslationalDampingConstant d;
    parameter SI.Length s_ref;
    parameter SI.Force f_ref;
    parameter Real n;
    SI.Position x "Distance from the stop: negative while it is compressed";
    SI.Velocity v "Its rate";
    SI.Force push;
    SI.Power lossPower;
    Boolean contact;
  protected
    SI.Force f_c;
    SI.Force f_d2;
    SI.Force f_d;
  equation
    contact = x < 0;
    f_c = if contact then f_ref*noEvent(abs(x/s_ref))^n else 0;
    f_d2 = if contact then -d*v else 0;
    f_d = if f_d2 > f_c then f_c elseif f_d2 < -f_c then -f_c else f_d2;
    push = f_c + f_d;
    lossPower = -f_d*v;
  end Side;

  parameter SI.Position s_lower = -1 "Where contact with the lower stop begins";
  parameter SI.TranslationalSpringConstant c_lower(min = 0) = 1 "Spring constant of the lower stop";
  parameter SI.TranslationalDampingConstant d_lower(min = 0) = 1 "Damping constant of the lower stop";
  parameter SI.Length s_ref_lower(min = 1e-15) = 1 "Compression at which its spring force is f_ref_lower";
  parameter SI.Force f_ref_lower(min = 0) = c_lower*s_ref_lower "Its spring force at that compression";
  parameter Real n_lower(min = 1) = 1 "Its exponent";
  parameter SI.Position s_upper = 1 "Where contact with the upper stop begins";
  parameter SI.TranslationalSpringConstant c_upper(min = 0) = c_lower "Spring constant of the upper stop";
  parameter SI.TranslationalDampingConstant d_upper(min = 0) = d_lower "Damping constant of the upper stop";
  parameter SI.Length s_ref_upper(min = 1e-15) = s_ref_lower
    "Compression at which its spring force is f_ref_upper";
  parameter SI.Force f_ref_upper(min = 0) = c_upper*s_ref_upper "Its spring force at that compression";
  parameter Real n_upper(min = 1) = n_lower "Its exponent";
  input SI.Position s(start = 0) "Relative position";
  input SI.Velocity v(start = 0) "Relative speed";
  output SI.Force f "Force: negative where the lower stop pushes, positive where the upper one does";
  output SI.Power lossPower "Power turned into heat";
  output Boolean contact_lower "Is the lower stop touched?";
  output Boolean contact_upper "Is the upper stop touched?";
protected
  Side lower(d = d_lower, s_ref = s_ref_lower, f_ref = f_ref_lower, n = n_lower);
  Side upper(d = d_upper, s_ref = s_ref_upper, f_ref = f_ref_upper, n = n_upper);
equation
  lower.x = s - s_lower;
  lower.v = v;
  upper.x = s_upper - s;
  upper.v = -v;
  f = upper.push - lower.push;
  lossPower = lower.lossPower + upper.lossPower;
  contact_lower = lower.contact;
  contact_upper = upper.contact;
  annotation(experiment(StopTime = 1, Interval = 0.001));
end TwoSidedGap;
