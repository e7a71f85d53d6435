// The same as ElastoGap.mo, in the names of Dyad's TranslationalComponents.
//
// Dyad's ElastoGap always has a heat port, which must lead somewhere: here to surroundings of constant
// temperature, which take the losses. The motion is that of ElastoGap.mo, bit for bit.
model ElastoGapDyad "Springs and gaps between walls, in Dyad's names"
  import TranslationalComponents.Components;

  parameter Real c(unit = "N/m") = 10 "Stiffness of springs and gaps";
  parameter Real d(unit = "N.s/m") = 1.5 "Damping of springs and gaps";
  parameter Real s_start(unit = "m") = 2 "Where the masses are let go";

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

  ThermalComponents.Sources.FixedTemperature room1(T = 293.15) "Takes the loss of elastoGap1";
  ThermalComponents.Sources.FixedTemperature room2(T = 293.15) "Takes the loss of elastoGap2";

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

  connect(elastoGap1.heat_port, room1.port);
  connect(elastoGap2.heat_port, room2.port);

  annotation(experiment(StopTime = 5, Interval = 0.01));
end ElastoGapDyad;
