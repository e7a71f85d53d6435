within A.B;
encapsulated model M "of " + "two"
  extends N(redeclare replaceable model X = Y constrainedby Z, final a(each b = 1));
  inner outer replaceable C c[:](start = 1) if d "e" annotation(Dialog());
protected
  discrete output Real x(fixed = true) = pre(x);
  function f = der(g, u);
  type T = enumeration(:);
initial equation
  x = 1;
equation
  when {initial(), x > 2} then
    reinit(x, -1);
  elsewhen sample(0, 1) then
    (y, , z) = f(x, function g(a = 1), k = 2);
  end when;
algorithm
  while x < 1 loop
    x := x + 1;
    break;
  end while;
  annotation(Icon(graphics = {Line(points = {{0, 0}, {1, 1}}, color = {0, 0, 255})}), experiment(StopTime = 1));
end M;
