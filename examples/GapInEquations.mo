// The scene of ElastoGap.mo with a gap that is written in equations.
//
// GapInEquations.Gap says what the component ElastoGap does for n = 1: a spring and a damper that act while
// the gap is closed, the damper never with more than the spring's force. It extends the interface that MSL
// gives to all elements between two flanges. Its conditions (s_rel < s_rel0, ...) are events: no step of the
// integration runs across them, and the motion is that of ElastoGap.mo to round-off.
model GapInEquations "A gap in the user's own equations"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Interfaces;
  import Modelica.Units.SI;

  model Gap "Pushes while it is compressed, never pulls"
    extends Interfaces.PartialCompliantWithRelativeStates;
    parameter SI.TranslationalSpringConstant c "Stiffness";
    parameter SI.TranslationalDampingConstant d "Damping";
    parameter SI.Position s_rel0 = 0 "Where it opens";
    Boolean contact = s_rel < s_rel0 "Is it closed?";
    SI.Force f_c "Spring force";
    SI.Force f_d2 "Damping force, if it had no bound";
    SI.Force f_d "Damping force";
    SI.Power lossPower "Power turned into heat";
  equation
    if contact then
      f_c = c*(s_rel - s_rel0);
      f_d2 = d*v_rel;
      f_d = if f_d2 < f_c then f_c elseif f_d2 > -f_c then -f_c else f_d2;
    else
      f_c = 0;
      f_d2 = 0;
      f_d = 0;
    end if;
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end Gap;

  parameter SI.TranslationalSpringConstant c = 10 "Stiffness of springs and gaps";
  parameter SI.TranslationalDampingConstant d = 1.5 "Damping of springs and gaps";
  parameter SI.Position s_start = 2 "Where the masses are let go";

  Components.Fixed fixed "The middle between the walls";
  Components.Rod rod1(L = 2) "To the left wall";
  Components.Rod rod2(L = 2) "To the right wall";

  Components.SpringDamper springDamper1(c = c, d = d, s_rel0 = 1, s_rel(start = 1));
  Components.SpringDamper springDamper2(c = c, d = d, s_rel0 = 1, s_rel(start = 1));
  Components.Mass mass1(m = 1, L = 0, s(start = s_start, fixed = true), v(fixed = true))
    "Held by the springs";

  Gap elastoGap1(c = c, d = d, s_rel0 = 1.5);
  Gap elastoGap2(c = c, d = d, s_rel0 = 1.5);
  Components.Mass mass2(m = 1, L = 0, s(start = s_start, fixed = true), v(fixed = true))
    "Pushed by the gaps";

equation
  connect(rod1.flange_b, fixed.flange);
  connect(fixed.flange, rod2.flange_a);

  connect(rod1.flange_a, springDamper1.flange_a);
  connect(springDamper1.flange_b, mass1.flange_a);
  connect(mass1.flange_b, springDamper2.flange_a);
  connect(springDamper2.flange_b, rod2.flange_b);

  connect(rod1.flange_a, elastoGap1.flange_a);
  connect(elastoGap1.flange_b, mass2.flange_a);
  connect(mass2.flange_b, elastoGap2.flange_a);
  connect(elastoGap2.flange_b, rod2.flange_b);

  annotation(experiment(StopTime = 5, Interval = 0.01));
end GapInEquations;
