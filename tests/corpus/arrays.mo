model Chain
  import T = Modelica.Mechanics.Translational;
  import Modelica.Units.SI;
  constant Integer n = 3;
  parameter SI.Mass m[n] = {1.0, 2*1.5, 3 - 1};
  parameter Boolean held = true;
  T.Components.Mass mass[n](m = m, each L = 0.1, s(each fixed = true, start = {0.0, 1.0, 2.0}));
  T.Components.SpringDamper spring[n - 1](each c = 100, each d = 0.5, each s_rel0 = 0.9);
  T.Components.Fixed wall if held;
equation
  for i in 1:n - 1 loop
    connect(mass[i].flange_b, spring[i].flange_a);
    connect(spring[i].flange_b, mass[i + 1].flange_a);
  end for;
  if held then
    connect(wall.flange, mass[1].flange_a);
  end if;
end Chain;
