model StandardElastoGap "The example ElastoGap of the Modelica Standard Library"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 10;
  parameter Real d(unit = "N.s/m") = 1.5;
  parameter Real m(unit = "kg") = 1;
  Components.Fixed wall1(s0 = -2), wall2(s0 = 2);
  Components.SpringDamper springDamper1(c = c, d = d, s_rel0 = 1);
  Components.SpringDamper springDamper2(c = c, d = d, s_rel0 = 1);
  Components.ElastoGap elastoGap1(c = c, d = d, s_rel0 = 1.5);
  Components.ElastoGap elastoGap2(c = c, d = d, s_rel0 = 1.5);
  Components.Mass mass1(m = m, L = 0, s(start = 2, fixed = true), v(start = 0, fixed = true));
  Components.Mass mass2(m = m, L = 0, s(start = 2, fixed = true), v(start = 0, fixed = true));
equation
  connect(wall1.flange, springDamper1.flange_a);
  connect(springDamper1.flange_b, mass1.flange_a);
  connect(mass1.flange_b, springDamper2.flange_a);
  connect(springDamper2.flange_b, wall2.flange);
  connect(wall1.flange, elastoGap1.flange_a);
  connect(elastoGap1.flange_b, mass2.flange_a);
  connect(mass2.flange_b, elastoGap2.flange_a);
  connect(elastoGap2.flange_b, wall2.flange);
  annotation(experiment(StopTime = 5, Interval = 0.125, Tolerance = 1e-9));
end StandardElastoGap;
