within Modelica.Blocks.Math;
block MatrixGain "A matrix times a vector of signals"
  parameter Real K[:, :] = [1, 0; 0, 1] "What the inputs are multiplied by" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
protected
  parameter Integer nin = size(K, 2) "Number of inputs";
  parameter Integer nout = size(K, 1) "Number of outputs";
  Real sum[nout, nin] "First terms of the sums";
equation
  for i in 1:nout loop
    for j in 1:nin loop
      sum[i, j] = (if j > 1 then sum[i, j - 1] else 0) + K[i, j]*u[j];
    end for;
    y[i] = sum[i, nin];
  end for;
  annotation(
    Documentation(info = "The outputs are K*u."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.MIMO"}, examples = {"Filters"}));
end MatrixGain;
