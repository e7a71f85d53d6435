within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialFriction "Has rotational Coulomb friction that sticks and slides"
  parameter Modelica.Units.SI.AngularVelocity w_small(min = 0) = 10000000000
    "Without effect: at a speed that jumps it slides as the speed says";
  constant Integer Unknown = 3 "Value of mode before the start";
  constant Integer Free = 2 "Value of mode without friction";
  constant Integer Forward = 1 "Value of mode while it slides forward";
  constant Integer Stuck = 0 "Value of mode while it sticks, or begins to slide";
  constant Integer Backward = -1 "Value of mode while it slides backward";
  Modelica.Units.SI.AngularVelocity w_relfric
    "Speed relative to what it rubs on" annotation(__elastogap(follows = true));
  Modelica.Units.SI.AngularAcceleration a_relfric
    "Acceleration relative to what it rubs on" annotation(__elastogap(follows = true));
  Modelica.Units.SI.Torque tau0
    "Friction torque as forward sliding begins" annotation(__elastogap(follows = true));
  Modelica.Units.SI.Torque tau0_max
    "Largest friction torque at rest" annotation(__elastogap(follows = true));
  Boolean free "There is no friction";
  Real sa(unit = "1")
    "Curve parameter: tau while locked, else the acceleration, shifted by tau0_max when sliding"
    annotation(__elastogap(follows = true));
  Boolean startForward(start = false, fixed = true) "Forward sliding begins";
  Boolean startBackward(start = false, fixed = true) "Backward sliding begins";
  Boolean locked "It sticks";
  Integer mode(start = 3, fixed = true)
    "-1: slides backward, 0: sticks (or begins to slide), 1: slides forward, 2: free";
protected
  constant Modelica.Units.SI.AngularAcceleration unitAngularAcceleration = 1
    "Unit of sa when it is an acceleration";
  constant Modelica.Units.SI.Torque unitTorque = 1 "Unit of sa while it is locked";
equation
  startForward = pre(mode) == 0 and (sa > tau0_max/unitTorque or pre(startForward)
    and sa > tau0/unitTorque) or pre(mode) == -1 and (w_relfric > w_small) or initial()
    and w_relfric > 0;
  startBackward = pre(mode) == 0 and (sa < -tau0_max/unitTorque or pre(startBackward)
    and sa < -tau0/unitTorque) or pre(mode) == 1 and (w_relfric < -w_small) or initial()
    and w_relfric < 0;
  locked = not free and not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);
  a_relfric/unitAngularAcceleration = if locked then 0 else if free then sa
    else if startForward then sa - tau0_max/unitTorque
    else if startBackward then sa + tau0_max/unitTorque
    else if pre(mode) == 1 then sa - tau0_max/unitTorque
    else if pre(mode) == -1 then sa + tau0_max/unitTorque else sa - sign(w_relfric)*tau0_max/unitTorque;
  mode = if free then 2 else if (pre(mode) == 1 or pre(mode) == 2 or startForward)
    and w_relfric > 0 then 1 else if (pre(mode) == -1 or pre(mode) == 2 or startBackward)
    and w_relfric < 0 then -1 else 0;
  annotation(
    Documentation(info = "
The class that extends it says what w_relfric, a_relfric, tau0, tau0_max and free are, and that the
friction torque is sa while it is locked."),
    __elastogap(native = true));
end PartialFriction;
