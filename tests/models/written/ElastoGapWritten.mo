// The scene of examples/ElastoGap.mo in equations alone: once with the library's Mass and nothing else of it,
// once with nothing at all.
package ElastoGapWritten "Springs and gaps between walls, written"
  import Modelica.Mechanics.Translational.Interfaces;
  import Modelica.Units.SI;

  model Wall "Stands still"
    parameter SI.Position s0;
    Interfaces.Flange_a flange;
  equation
    flange.s = s0;
  end Wall;

  partial model Between "Two flanges, their distance and the force between them"
    Interfaces.Flange_a flange_a;
    Interfaces.Flange_b flange_b;
    SI.Position s_rel;
    SI.Velocity v_rel;
    SI.Force f;
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    flange_b.f = f;
    flange_a.f = -f;
  end Between;

  model SpringDamper "Pushes and pulls"
    extends Between;
    parameter SI.TranslationalSpringConstant c;
    parameter SI.TranslationalDampingConstant d;
    parameter SI.Position s_rel0;
    SI.Power lossPower;
  equation
    f = c*(s_rel - s_rel0) + d*v_rel;
    lossPower = d*v_rel^2;
  end SpringDamper;

  model Gap "Pushes while it is compressed, never pulls"
    extends Between;
    parameter SI.TranslationalSpringConstant c;
    parameter SI.TranslationalDampingConstant d;
    parameter SI.Position s_rel0;
    Boolean contact = s_rel < s_rel0 "Is it closed?";
    SI.Force f_c "Spring force";
    SI.Force f_d2 "Damping force, if it had no bound";
    SI.Force f_d "Damping force";
    SI.Power lossPower;
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

  model Mass "The library's equations"
    parameter SI.Mass m;
    SI.Position s;
    SI.Velocity v;
    SI.Acceleration a;
    Interfaces.Flange_a flange_a;
    Interfaces.Flange_b flange_b;
  equation
    flange_a.s = s;
    flange_b.s = s;
    v = der(s);
    a = der(v);
    m*a = flange_a.f + flange_b.f;
  end Mass;

  model WithMass "Of the library there is Mass"
    parameter SI.TranslationalSpringConstant c = 10;
    parameter SI.TranslationalDampingConstant d = 1.5;
    parameter SI.Position s_start = 2;
    Wall left(s0 = -2);
    Wall right(s0 = 2);
    SpringDamper springDamper1(c = c, d = d, s_rel0 = 1);
    SpringDamper springDamper2(c = c, d = d, s_rel0 = 1);
    Modelica.Mechanics.Translational.Components.Mass mass1(m = 1, L = 0, s(start = s_start, fixed = true),
      v(fixed = true));
    Gap elastoGap1(c = c, d = d, s_rel0 = 1.5);
    Gap elastoGap2(c = c, d = d, s_rel0 = 1.5);
    Modelica.Mechanics.Translational.Components.Mass mass2(m = 1, L = 0, s(start = s_start, fixed = true),
      v(fixed = true));
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

  model WithNone "Of the library there is nothing"
    parameter SI.TranslationalSpringConstant c = 10;
    parameter SI.TranslationalDampingConstant d = 1.5;
    parameter SI.Position s_start = 2;
    Wall left(s0 = -2);
    Wall right(s0 = 2);
    SpringDamper springDamper1(c = c, d = d, s_rel0 = 1);
    SpringDamper springDamper2(c = c, d = d, s_rel0 = 1);
    Mass mass1(m = 1, s(start = s_start, fixed = true), v(start = 0, fixed = true));
    Gap elastoGap1(c = c, d = d, s_rel0 = 1.5);
    Gap elastoGap2(c = c, d = d, s_rel0 = 1.5);
    Mass mass2(m = 1, s(start = s_start, fixed = true), v(start = 0, fixed = true));
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
