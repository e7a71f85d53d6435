model Expressions
  type E = enumeration(a, b);
  type Stiff = Modelica.Units.SI.TranslationalSpringConstant(min = 1);
  constant Integer n = 3;
  parameter Real v[n] = {i^2 for i in 1:n};
  parameter Real m[2, 2] = [1, 2; 3, 4]*transpose([1, 0; 0, 1]);
  parameter Stiff c = sum(v) + max(m[:, 1]) + size(v, 1) .* 2;
  parameter Boolean t = not (c < 1 and true) or false;
  parameter E e = if t then E.a else E.b;
  parameter String s = "n is " + String(n);
  parameter Integer i = integer(sqrt(abs(-9.5))) + mod(7, 3) + div(7, 2);
  final parameter Real x = v[end]/sum(linspace(1, 2, 3));
  parameter Real y(start = 1.5, min = 0, max = 1e3, unit = "m/s");
equation
  assert(c > 0, "stiffness " + String(c), AssertionLevel.warning);
end Expressions;
