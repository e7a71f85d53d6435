within Modelica.Blocks.Sources;
block RealExpression "Real signal given by an expression"
  Modelica.Blocks.Interfaces.RealOutput y = 0.0 "Output signal: y = expression";
  annotation(
    Documentation(info = "
The output is whatever its modifier says, in the names of the model that has the block: (y = expression).
Without one it is 0.0."),
    __elastogap(examples = {"LogicNetwork"}));
end RealExpression;
