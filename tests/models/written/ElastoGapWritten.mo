// The example ElastoGap with no native class but masses, and with none at all.
package ElastoGapWritten "ElastoGap's example, its springs, dampers and gaps written as equations"
  partial model Compliant "Two flanges and what is between them"
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
    Modelica.Units.SI.Position s_rel = flange_b.s - flange_a.s;
    Modelica.Units.SI.Velocity v_rel = der(s_rel);
    Modelica.Units.SI.Force f;
    Modelica.Units.SI.Power lossPower;
  equation
    flange_b.f = f;
    flange_a.f = -f;
  end Compliant;

  model SpringDamper
    extends Compliant;
    parameter Real c, d, s_rel0;
    Modelica.Units.SI.Force f_d = d*v_rel;
  equation
    f = c*(s_rel - s_rel0) + f_d;
    lossPower = f_d*v_rel;
  end SpringDamper;

  model Gap "The text of ElastoGap with n = 1"
    extends Compliant;
    parameter Real c, d, s_rel0;
    Boolean contact;
    Modelica.Units.SI.Force f_c, f_d2, f_d;
  equation
    contact = s_rel < s_rel0;
    f_c = if contact then c*(s_rel - s_rel0) else 0;
    f_d2 = if contact then d*v_rel else 0;
    f_d = if contact then (if f_d2 < f_c then f_c elseif f_d2 > -f_c then -f_c else f_d2) else 0;
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end Gap;

  model Place "A place on the ground"
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange;
    parameter Real s0;
  equation
    flange.s = s0;
  end Place;

  model Body "m*der(v) = f"
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
    parameter Real m;
    Modelica.Units.SI.Position s;
    Modelica.Units.SI.Velocity v;
  equation
    flange_a.s = s;
    flange_b.s = s;
    v = der(s);
    m*der(v) = flange_a.f + flange_b.f;
  end Body;

  model WithMass "The masses are native"
    parameter Real c = 10, d = 1.5;
    Place left(s0 = -2), right(s0 = 2);
    SpringDamper springDamper1(c = c, d = d, s_rel0 = 1), springDamper2(c = c, d = d, s_rel0 = 1);
    Gap elastoGap1(c = c, d = d, s_rel0 = 1.5), elastoGap2(c = c, d = d, s_rel0 = 1.5);
    Modelica.Mechanics.Translational.Components.Mass
      mass1(m = 1, L = 0, s(start = 2, fixed = true), v(start = 0, fixed = true)),
      mass2(m = 1, L = 0, s(start = 2, fixed = true), v(start = 0, fixed = true));
  equation
    connect(left.flange, springDamper1.flange_a);
    connect(springDamper1.flange_b, mass1.flange_a);
    connect(mass1.flange_b, springDamper2.flange_a);
    connect(springDamper2.flange_b, right.flange);
    connect(left.flange, elastoGap1.flange_a);
    connect(elastoGap1.flange_b, mass2.flange_a);
    connect(mass2.flange_b, elastoGap2.flange_a);
    connect(elastoGap2.flange_b, right.flange);
    annotation(experiment(StopTime = 5, Interval = 0.01));
  end WithMass;

  model WithNone "No class is native"
    parameter Real c = 10, d = 1.5;
    Place left(s0 = -2), right(s0 = 2);
    SpringDamper springDamper1(c = c, d = d, s_rel0 = 1), springDamper2(c = c, d = d, s_rel0 = 1);
    Gap elastoGap1(c = c, d = d, s_rel0 = 1.5), elastoGap2(c = c, d = d, s_rel0 = 1.5);
    Body mass1(m = 1, s(start = 2, fixed = true), v(start = 0, fixed = true)),
      mass2(m = 1, s(start = 2, fixed = true), v(start = 0, fixed = true));
  equation
    connect(left.flange, springDamper1.flange_a);
    connect(springDamper1.flange_b, mass1.flange_a);
    connect(mass1.flange_b, springDamper2.flange_a);
    connect(springDamper2.flange_b, right.flange);
    connect(left.flange, elastoGap1.flange_a);
    connect(elastoGap1.flange_b, mass2.flange_a);
    connect(mass2.flange_b, elastoGap2.flange_a);
    connect(elastoGap2.flange_b, right.flange);
    annotation(experiment(StopTime = 5, Interval = 0.01));
  end WithNone;
end ElastoGapWritten;
