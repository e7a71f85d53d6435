// Two equal masses between two walls, one held by springs, one free to lift off.
//
// The walls stand at s = -2 m and s = 2 m. mass1 hangs between two spring-dampers, which pull as well as
// push; mass2 lies between two gaps of the same stiffness and damping, which push only. Both are let go at
// s = 2 m. mass1 swings like any damped oscillator. mass2 is pushed away from a wall while it is less than
// 1.5 m from it, and flies freely through the middle: its swing is slower.
//
// Plot mass1.s and mass2.s together; elastoGap1.f and elastoGap2.f show that the gaps never pull.
model ElastoGap "Springs and gaps between walls"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Units.SI;

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

  Components.ElastoGap elastoGap1(c = c, d = d, s_rel0 = 1.5, s_rel(start = 1.5));
  Components.ElastoGap elastoGap2(c = c, d = d, s_rel0 = 1.5, s_rel(start = 1.5));
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
end ElastoGap;
