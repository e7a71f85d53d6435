model Statements
  type E = enumeration(a, b);
  function f
    input Real x[:];
    input Integer n = 2;
    output Real y[size(x, 1)];
    output Real s = 0;
  protected
    Integer i = 1;
  algorithm
    y := x;
    while i <= size(x, 1) loop
      y[i] := x[i]^n;
      s := s + y[i];
      if s > 10 then
        break;
      elseif s < -10 then
        return;
      end if;
      i := i + 1;
    end while;
  end f;
  Real u[3] = {time, 2, 3}, y[3], s, late = delay(s, 0.1), z;
  Integer k(start = 1);
  E e(start = E.a);
algorithm
  (y, s) := f(u, n = 3);
  for j in 1:3 loop
    y[j] := y[j] + div(10*time, 3);
  end for;
  when {sample(0, 0.1), initial()} then
    k := mod(pre(k), 3) + 1;
    e := if e == E.a then E.b else E.a;
  elsewhen terminal() then
    k := 0;
  end when;
  z := u[k];
  assert(z < 100, "z = " + String(z));
end Statements;
