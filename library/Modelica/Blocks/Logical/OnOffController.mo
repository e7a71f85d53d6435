within Modelica.Blocks.Logical;
block OnOffController "Controller that switches on and off"
  parameter Real bandwidth(start = 0.1) "Width of the band around reference";
  parameter Boolean pre_y_start = false "Value of pre(y) at the start";
  Modelica.Blocks.Interfaces.RealInput reference "Middle of the band";
  Modelica.Blocks.Interfaces.RealInput u "What is measured";
  Modelica.Blocks.Interfaces.BooleanOutput y "What the actuator does";
initial equation
  pre(y) = pre_y_start;
equation
  y = pre(y) and u < reference + bandwidth/2 or u < reference - bandwidth/2;
  annotation(
    Documentation(info = "
The output becomes true when u falls below reference - bandwidth/2, and false when it reaches reference +
bandwidth/2."),
    __elastogap(examples = {"Relay"}));
end OnOffController;
