// A ball that bounces on hard ground: a model of equations alone.
//
// Between bounces the ball falls freely. When it reaches the ground its speed is turned round and loses
// 30 %: reinit sets the state v, pre(v) is its value just before. Let go at h = 1 m, it first touches the
// ground at sqrt(2 h/g) = 0.4515 s; every flight takes 0.7 of the time of the one before.
//
// In BouncingMass.mo the ground is elastic instead, and the bounce takes its time.
model BouncingBall "A hard bounce: when and reinit"
  import Modelica.Units.SI;

  parameter SI.Length height = 1 "Where the ball is let go";
  parameter Real e(min = 0, max = 1) = 0.7 "Part of the speed that a bounce leaves";
  parameter SI.Acceleration g = 9.81 "Gravity";

  SI.Position h(start = height, fixed = true) "Height of the ball";
  SI.Velocity v(start = 0, fixed = true) "Its speed, upwards";
  Integer bounces(start = 0, fixed = true) "How often it has bounced";

equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;

  annotation(experiment(StopTime = 2, Interval = 0.005));
end BouncingBall;
