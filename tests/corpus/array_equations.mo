model Arr
  function f
    input Real x[:];
    input Real k = 2;
    output Real y[size(x,1)];
    output Real s = 0;
  protected
    Integer i;
  algorithm
    i := 1;
    while i <= size(x,1) loop
      y[i] := k*x[i];
      s := s + y[i];
      i := i + 1;
    end while;
  end f;
  function fac
    input Integer n;
    output Integer y;
  algorithm
    if n <= 1 then y := 1; return; end if;
    y := n*fac(n-1);
  end fac;
  parameter Integer n = 3;
  parameter Real A[n,n] = {{if i==j then -2 elseif abs(i-j)==1 then 1 else 0 for j in 1:n} for i in 1:n};
  parameter Real p[n] = f({1,2,3});
  parameter Integer q = fac(5);
  Real x[n](start={1,2,3}, each fixed=true);
  Real y[n] = f(x, 3);
  Real s, e, d, mm[2,n];
  Real z[n] = if time > 0.5 then x else -x;
  Integer k(start=1);
  Real xk = x[k];
algorithm
  when sample(0.25,0.25) then
    k := if k < 3 then k + 1 else 1;
  end when;
equation
  der(x) = A*x;
  (, s) = f(x);
  e = sum(x[i]^2 for i in 1:n);
  d = x*x;
  mm = transpose([x, 2*x]) + zeros(2,n);
end Arr;
