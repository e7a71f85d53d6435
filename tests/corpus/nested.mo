package Q
  import Modelica.Mechanics.Translational.*;
  model Stop = Components.ElastoGap(c = 10, d = 1);
  model Soft
    extends Stop(c = k, s_rel(start = 1));
    parameter Real k = 1;
  end Soft;
  model Bank
    extends Interfaces.PartialTwoFlanges;
    parameter Integer n = 2;
    Interfaces.Support f[n];
    Modelica.Blocks.Interfaces.RealInput u[2] if n > 2;
    Components.Mass mass[n](each m = 1, s.start = {1, 2}, s.fixed = {true, false});
    Sources.Force force[2];
  equation
    connect(f, mass.flange_a);
    connect(u, force.f);
    connect(flange_a, mass[1].flange_b);
    connect(flange_b, mass[end].flange_b);
  end Bank;
  model T
    Soft g[3](k = {1, 2, 3});
    Bank b[2](n = {2, 2});
    Components.Fixed w[3];
    parameter Real x = g[2].k + b[1].mass[2].m;
  equation
    for i in 1:2, j in 1:i loop
      if i == j then
        connect(b[i].f[j], w[j].flange);
      elseif i > j then
        connect(w[i].flange, g[j].flange_a);
      else
        connect(w[1].flange, w[2].flange);
      end if;
    end for;
  end T;
end Q;
