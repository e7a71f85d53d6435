within Modelica.Blocks.MathInteger;
block TriggeredAdd "Adds up an Integer signal whenever another rises"
  parameter Boolean use_reset = false "true: the input reset exists" annotation(Evaluate = true);
  parameter Boolean use_set = false
    "true: the input set exists, and is what a reset sets" annotation(Evaluate = true);
  parameter Integer y_start = 0 "Output at the start, and after a reset without set";
  Modelica.Blocks.Interfaces.IntegerInput u "What is added";
  Modelica.Blocks.Interfaces.IntegerOutput y "Sum";
  Modelica.Blocks.Interfaces.BooleanInput trigger "Says when: as it rises";
  Modelica.Blocks.Interfaces.BooleanInput reset if use_reset "Sets the sum, as it rises";
  Modelica.Blocks.Interfaces.IntegerInput set if use_set "What a reset sets";
protected
  Modelica.Blocks.Interfaces.BooleanOutput local_reset "reset, or false";
  Modelica.Blocks.Interfaces.IntegerOutput local_set "set, or y_start";
equation
  connect(reset, local_reset);
  connect(set, local_set);
  if not use_reset then
    local_reset = false;
  end if;
  if not use_set then
    local_set = y_start;
  end if;
initial equation
  pre(y) = y_start;
equation
  when {trigger, local_reset} then
    y = if local_reset then local_set else pre(y) + u;
  end when;
  annotation(
    Documentation(info = "
When trigger rises the input is added to the output; when reset rises the output becomes set, or y_start."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialIntegerSISO"}, examples = {"Sequencer"}));
end TriggeredAdd;
