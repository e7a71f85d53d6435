within Modelica.Mechanics.Translational.Interfaces;
partial model PartialFriction "Has Coulomb friction that sticks and slides"
  parameter Modelica.Units.SI.Velocity v_small(min = 0) = 0.001
    "Without effect: at a speed that jumps it slides as the speed says";
  constant Integer Unknown = 3 "Value of mode before the start";
  constant Integer Free = 2 "Value of mode without friction";
  constant Integer Forward = 1 "Value of mode while it slides forward";
  constant Integer Stuck = 0 "Value of mode while it sticks, or begins to slide";
  constant Integer Backward = -1 "Value of mode while it slides backward";
  Modelica.Units.SI.Velocity v_relfric
    "Speed relative to what it rubs on" annotation(__elastogap(follows = true));
  Modelica.Units.SI.Acceleration a_relfric
    "Acceleration relative to what it rubs on" annotation(__elastogap(follows = true));
  Modelica.Units.SI.Force f0
    "Friction force as forward sliding begins" annotation(__elastogap(follows = true));
  Modelica.Units.SI.Force f0_max
    "Largest friction force at rest" annotation(__elastogap(follows = true));
  Boolean free "There is no friction";
  Real sa(unit = "1")
    "Curve parameter: f while locked, else the acceleration, shifted by f0_max when sliding"
    annotation(__elastogap(follows = true));
  Boolean startForward(start = false, fixed = true) "Forward sliding begins";
  Boolean startBackward(start = false, fixed = true) "Backward sliding begins";
  Boolean locked "It sticks";
  Integer mode(start = 3, fixed = true)
    "-1: slides backward, 0: sticks (or begins to slide), 1: slides forward, 2: free";
protected
  constant Modelica.Units.SI.Acceleration unitAcceleration = 1 "Unit of sa when it is an acceleration";
  constant Modelica.Units.SI.Force unitForce = 1 "Unit of sa while it is locked";
equation
  startForward = pre(mode) == 0 and (sa > f0_max/unitForce or pre(startForward) and sa > f0/unitForce)
    or pre(mode) == -1 and (v_relfric > v_small) or initial() and v_relfric > 0;
  startBackward = pre(mode) == 0 and (sa < -f0_max/unitForce or pre(startBackward)
    and sa < -f0/unitForce) or pre(mode) == 1 and (v_relfric < -v_small) or initial() and v_relfric < 0;
  locked = not free and not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);
  a_relfric/unitAcceleration = if locked then 0 else if free then sa
    else if startForward then sa - f0_max/unitForce else if startBackward then sa + f0_max/unitForce
    else if pre(mode) == 1 then sa - f0_max/unitForce else if pre(mode) == -1 then sa + f0_max/unitForce
    else sa - sign(v_relfric)*f0_max/unitForce;
  mode = if free then 2 else if (pre(mode) == 1 or pre(mode) == 2 or startForward)
    and v_relfric > 0 then 1 else if (pre(mode) == -1 or pre(mode) == 2 or startBackward)
    and v_relfric < 0 then -1 else 0;
  annotation(
    Documentation(info = "
The class that extends it says what v_relfric, a_relfric, f0, f0_max and free are, and that the friction
force is sa while it is locked."),
    __elastogap(native = true));
end PartialFriction;
