within Modelica.Blocks.Types;
type Init = enumeration(
  NoInit "No initialization: start values are guesses",
  SteadyState "Derivatives of the states are 0 at the start",
  InitialState "The states have their start values",
  InitialOutput "The output has its start value") "What holds at the start";
