// The example PreLoad with no native class but masses, and with none at all.
package PreLoadWritten "PreLoad, its contacts, spring, damper, rods and force written as equations"
  partial model Compliant "Two flanges and what is between them"
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
    Modelica.Units.SI.Position s_rel = flange_b.s - flange_a.s;
    Modelica.Units.SI.Velocity v_rel = der(s_rel);
    Modelica.Units.SI.Force f;
  equation
    flange_b.f = f;
    flange_a.f = -f;
  end Compliant;

  model Spring
    extends Compliant;
    parameter Real c, s_rel0;
  equation
    f = c*(s_rel - s_rel0);
  end Spring;

  model Damper
    extends Compliant;
    parameter Real d;
  equation
    f = d*v_rel;
  end Damper;

  model Gap "The text of ElastoGap with n = 1"
    extends Compliant;
    parameter Real c = 1e6, d = 250, s_rel0;
    Boolean contact;
    Modelica.Units.SI.Force f_c, f_d2, f_d;
  equation
    contact = s_rel < s_rel0;
    f_c = if contact then c*(s_rel - s_rel0) else 0;
    f_d2 = if contact then d*v_rel else 0;
    f_d = if contact then (if f_d2 < f_c then f_c elseif f_d2 > -f_c then -f_c else f_d2) else 0;
    f = f_c + f_d;
  end Gap;

  model Place "A place on the ground"
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange;
    parameter Real s0;
  equation
    flange.s = s0;
  end Place;

  model Rod
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
    parameter Real L;
  equation
    flange_b.s = flange_a.s + L;
    flange_a.f + flange_b.f = 0;
  end Rod;

  model Body "m*der(v) = f; s is its middle"
    Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
    parameter Real m, L;
    Modelica.Units.SI.Position s;
    Modelica.Units.SI.Velocity v;
  equation
    flange_a.s = s - L/2;
    flange_b.s = s + L/2;
    v = der(s);
    m*der(v) = flange_a.f + flange_b.f;
  end Body;

  model Push "A slow sine"
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange;
  equation
    flange.f = -150*sin(2*3.14159265358979323846*0.01*time);
  end Push;

  model WithMass "The masses are native"
    import Modelica.Mechanics.Translational.Components.Mass;
    Place fixedLe(s0 = -0.0955), fixedRi(s0 = -0.065);
    Gap outerContactA(s_rel0 = 0.0015), outerContactB(s_rel0 = 0.0015);
    Gap innerContactA(s_rel0 = 0.001), innerContactB(s_rel0 = 0.001);
    Mass springPlateA(m = 0.01, L = 0.002, s(start = -0.093, fixed = true), v(start = 0, fixed = true));
    Mass springPlateB(m = 0.01, L = 0.002, s(start = -0.06925, fixed = true), v(start = 0, fixed = true));
    Mass spool(m = 0.15, L = 0.19, s(start = 0.01475, fixed = true), v(start = 0, fixed = true));
    Spring spring(c = 20e3, s_rel0 = 0.025);
    Damper friction(d = 2500);
    Rod rod1(L = 0.007), rod2(L = 0.007), rod3(L = 0.00575), rod4(L = 0.00575);
    Push force;
  equation
    connect(fixedLe.flange, outerContactA.flange_a);
    connect(outerContactA.flange_b, springPlateA.flange_a);
    connect(springPlateA.flange_b, spring.flange_a);
    connect(spring.flange_b, springPlateB.flange_a);
    connect(springPlateB.flange_b, outerContactB.flange_a);
    connect(outerContactB.flange_b, fixedRi.flange);
    connect(springPlateA.flange_b, rod1.flange_a);
    connect(rod1.flange_b, innerContactA.flange_b);
    connect(innerContactA.flange_a, rod3.flange_a);
    connect(rod3.flange_b, rod4.flange_a);
    connect(rod4.flange_b, innerContactB.flange_b);
    connect(innerContactB.flange_a, rod2.flange_a);
    connect(rod2.flange_b, springPlateB.flange_a);
    connect(spool.flange_a, rod4.flange_a);
    connect(fixedLe.flange, friction.flange_a);
    connect(friction.flange_b, rod3.flange_a);
    connect(force.flange, spool.flange_a);
    annotation(experiment(StopTime = 100, Interval = 0.1));
  end WithMass;

  model WithNone "No class is native"
    Place fixedLe(s0 = -0.0955), fixedRi(s0 = -0.065);
    Gap outerContactA(s_rel0 = 0.0015), outerContactB(s_rel0 = 0.0015);
    Gap innerContactA(s_rel0 = 0.001), innerContactB(s_rel0 = 0.001);
    Body springPlateA(m = 0.01, L = 0.002, s(start = -0.093, fixed = true), v(start = 0, fixed = true));
    Body springPlateB(m = 0.01, L = 0.002, s(start = -0.06925, fixed = true), v(start = 0, fixed = true));
    Body spool(m = 0.15, L = 0.19, s(start = 0.01475, fixed = true), v(start = 0, fixed = true));
    Spring spring(c = 20e3, s_rel0 = 0.025);
    Damper friction(d = 2500);
    Rod rod1(L = 0.007), rod2(L = 0.007), rod3(L = 0.00575), rod4(L = 0.00575);
    Push force;
  equation
    connect(fixedLe.flange, outerContactA.flange_a);
    connect(outerContactA.flange_b, springPlateA.flange_a);
    connect(springPlateA.flange_b, spring.flange_a);
    connect(spring.flange_b, springPlateB.flange_a);
    connect(springPlateB.flange_b, outerContactB.flange_a);
    connect(outerContactB.flange_b, fixedRi.flange);
    connect(springPlateA.flange_b, rod1.flange_a);
    connect(rod1.flange_b, innerContactA.flange_b);
    connect(innerContactA.flange_a, rod3.flange_a);
    connect(rod3.flange_b, rod4.flange_a);
    connect(rod4.flange_b, innerContactB.flange_b);
    connect(innerContactB.flange_a, rod2.flange_a);
    connect(rod2.flange_b, springPlateB.flange_a);
    connect(spool.flange_a, rod4.flange_a);
    connect(fixedLe.flange, friction.flange_a);
    connect(friction.flange_b, rod3.flange_a);
    connect(force.flange, spool.flange_a);
    annotation(experiment(StopTime = 100, Interval = 0.1));
  end WithNone;
end PreLoadWritten;
