within Modelica.Blocks.Sources;
block BooleanExpression "Boolean signal given by an expression"
  Modelica.Blocks.Interfaces.BooleanOutput y = false "Output signal: y = expression";
  annotation(
    Documentation(info = "
The output is whatever its modifier says, in the names of the model that has the block: (y = expression).
Without one it is false."),
    __elastogap(examples = {"LogicNetwork"}));
end BooleanExpression;
