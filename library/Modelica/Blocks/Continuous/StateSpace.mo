within Modelica.Blocks.Continuous;
block StateSpace "Linear system in state space"
  parameter Real A[:, :] = [1, 0; 0, 1] "How the states act on their rates" annotation(Evaluate = true);
  parameter Real B[:, :] = [1; 1] "How the inputs act on the rates" annotation(Evaluate = true);
  parameter Real C[:, :] = [1, 1] "How the states act on the outputs" annotation(Evaluate = true);
  parameter Real D[:, :] = zeros(size(C, 1), size(B, 2))
    "How the inputs act on the outputs" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.NoInit
    "What holds at the start: nothing (the start values are taken as they are), a steady state, the "
    + "state or the output" annotation(Evaluate = true);
  parameter Real x_start[:] = zeros(size(A, 1)) "States at the start" annotation(Evaluate = true);
  parameter Real y_start[:] = zeros(size(C, 1)) "Outputs at the start" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
  Real x[nx] "States";
protected
  parameter Integer nin = size(B, 2) "Number of inputs";
  parameter Integer nout = size(C, 1) "Number of outputs";
  parameter Integer nx = size(A, 1) "Number of states";
  parameter Integer ny = size(C, 1) "Number of outputs";
  Real sum_x[nx, nx + nin] "First terms of the sums of the rates";
  Real sum_y[ny, nx + nin] "First terms of the sums of the outputs";
equation
  assert(size(A, 2) == nx and size(B, 1) == nx and size(C, 2) == nx and size(D, 1) == ny
    and size(D, 2) == nin, "the sizes of A, B, C and D do not fit");
  assert(not (initType == Modelica.Blocks.Types.Init.InitialOutput)
    or nx == ny, "InitialOutput needs as many outputs as states; use InitialState or SteadyState");
  for i in 1:nx loop
    for j in 1:nx + nin loop
      sum_x[i, j] = (if j > 1 then sum_x[i, j - 1] else 0) +
        (if j <= nx then A[i, j]*x[j] else B[i, j - nx]*u[j - nx]);
    end for;
    der(x[i]) = sum_x[i, nx + nin];
  end for;
  for i in 1:ny loop
    for j in 1:nx + nin loop
      sum_y[i, j] = (if j > 1 then sum_y[i, j - 1] else 0) +
        (if j <= nx then C[i, j]*x[j] else D[i, j - nx]*u[j - nx]);
    end for;
    y[i] = sum_y[i, nx + nin];
  end for;
initial equation
  if initType == Modelica.Blocks.Types.Init.SteadyState then
    for i in 1:nx loop
      der(x[i]) = 0;
    end for;
  elseif initType == Modelica.Blocks.Types.Init.InitialOutput then
    for i in 1:ny loop
      y[i] = y_start[i];
    end for;
  else
    for i in 1:nx loop
      x[i] = x_start[i];
    end for;
  end if;
  annotation(
    Documentation(info = "
der(x) = A*x + B*u and y = C*x + D*u, with any number of states, inputs and outputs. InitialOutput needs
as many outputs as states, whose values then follow."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.MIMO"}, examples = {"Filters"}));
end StateSpace;
