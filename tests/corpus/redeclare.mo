within ;
package P "Replaceable parts, records, inner and outer"
  import T = Modelica.Mechanics.Translational;
  partial model Stop
    extends T.Interfaces.PartialTwoFlanges;
    parameter Modelica.Units.SI.TranslationalSpringConstant c = 1e3;
  end Stop;
  model Soft
    extends Stop;
    T.Components.ElastoGap g(c = c, d = 1);
  equation
    connect(flange_a, g.flange_a);
    connect(g.flange_b, flange_b);
  end Soft;
  model Hard
    extends Soft(c = 1e6, g(n = 1.5));
    parameter Real extra = 2;
  end Hard;
  record Data
    Real c = 1;
    Real d = 2*c;
  end Data;
  type Vec = Real[2](each unit = "m");
  constant Data steel = Data(c = 5);
  model Base
    replaceable Soft stop(c = 2) constrainedby Stop(c = 3) "x" annotation(choicesAllMatching = true);
    replaceable model Gap = Soft(c = 4) constrainedby Stop(c = 5);
    replaceable package Q = P;
    parameter Data data = steel;
    parameter Data many[2] = {steel, Data(1, d = 3)};
    parameter Vec v = {1, 2};
    Gap g1, g2[2](each c = data.c);
    inner T.Components.Fixed wall;
    Sub sub;
  equation
    connect(wall.flange, stop.flange_a);
    connect(wall.flange, g1.flange_a);
  end Base;
  model Sub
    outer T.Components.Fixed wall;
    T.Components.Mass mass(m = 1);
  equation
    connect(wall.flange, mass.flange_a);
  end Sub;
  model Mid
    extends Base(redeclare replaceable Hard stop(extra = 3));
    redeclare model Gap = Hard(extra = data.d);
  end Mid;
  model Outer
    replaceable model Gap = Hard constrainedby Stop;
    Base b(redeclare model Gap = Gap, redeclare Hard stop, data = if true then Data() else steel);
  end Outer;
  model Top
    Mid mid(redeclare Soft stop);
    Outer o[2](redeclare each model Gap = Soft);
  end Top;
end P;
