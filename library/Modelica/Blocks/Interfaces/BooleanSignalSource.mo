within Modelica.Blocks.Interfaces;
partial block BooleanSignalSource "Source of a Boolean signal"
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says what y is."));
end BooleanSignalSource;
