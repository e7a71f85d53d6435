within Modelica.Blocks.Math;
block Max "The larger of two signals"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = max(u1, u2);
  annotation(
    Documentation(info = "The output is the larger of the two inputs. Where they cross is an event."),
    __elastogap(
      physics = "eg_max_block",
      bases = {"Modelica.Blocks.Interfaces.SI2SO"},
      examples = {"Blocks"}));
end Max;
