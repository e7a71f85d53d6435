package P
  function f input Real x; input Real n = 2; output Real y; protected Real a;
  algorithm a := abs(x); if x < 0 then y := -a^n; elseif x > 3 then y := 9; else y := a^n; end if;
    for i in 1:3 loop y := y + i*0; end for; end f;
  block B extends Modelica.Blocks.Interfaces.SISO; Real x(start = 1, fixed = true);
  equation der(x) = u - x; y = noEvent(if x > 0 then sqrt(x) else 0) + smooth(1, x); end B;
  model G extends Modelica.Mechanics.Translational.Interfaces.PartialCompliantWithRelativeStates;
    parameter Modelica.Units.SI.TranslationalSpringConstant c = 10;
    Boolean contact = s_rel < 0; input Real scale = 1;
  equation if contact then f = c*s_rel*scale; else f = 0; end if; end G;
  model R extends Modelica.Mechanics.Translational.Interfaces.PartialRigid(L = 1); Real a;
  equation a = der(der(s)); 2*a = flange_a.f + flange_b.f; end R;
  model M
    Modelica.Mechanics.Translational.Components.Fixed w; G g(scale = f(2)*k); R r; B b;
    parameter Real k = 2; Real x[3](each start = 1); Integer n(start = 0); Boolean q(start = false);
    discrete Real u; Real z(start = 0.1), v = w.flange.f;
    Modelica.Blocks.Sources.Sine s(f = 2);
  initial equation der(x[1]) = 0;
  equation
    connect(w.flange, g.flange_a); connect(g.flange_b, r.flange_a); connect(s.y, b.u);
    for i in 1:3 loop der(x[i]) = f(x[i]) - z; end for;
    z^3 + z = b.y + max(x[1], min(x[2], time));
    when {sample(0, 0.1), edge(q)} then n = pre(n) + 1; u = x[1]; elsewhen x[2] > 2 then reinit(x[2], -pre(x[2])); end when;
    q = pre(n) > 3 or initial();
    assert(x[1] < 10, "large", AssertionLevel.warning);
    when x[2] < -5 then terminate("end"); end when;
  end M;
end P;
