model WrittenBounces "A ball bounces by an equation and a when clause"
  parameter Real e = 0.75;
  parameter Real g(unit = "m/s2") = 10;
  parameter Real h0(unit = "m") = 0.25;
  Real h(start = h0, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 1.25, Interval = 0.03125, Tolerance = 1e-9));
end WrittenBounces;
