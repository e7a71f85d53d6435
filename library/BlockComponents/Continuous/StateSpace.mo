within BlockComponents.Continuous;
block StateSpace "Linear system in state space (Dyad)"
  parameter Integer nx(min = 0) = 2 "Number of states" annotation(Evaluate = true);
  parameter Integer nu(min = 0) = 1 "Number of inputs" annotation(Evaluate = true);
  parameter Integer ny(min = 0) = 1 "Number of outputs" annotation(Evaluate = true);
  parameter Real A[:, :] = zeros(nx, nx) "How the states act on their rates" annotation(Evaluate = true);
  parameter Real B[:, :] = ones(nx, nu) "How the inputs act on the rates" annotation(Evaluate = true);
  parameter Real C[:, :] = ones(ny, nx) "How the states act on the outputs" annotation(Evaluate = true);
  parameter Real D[:, :] = zeros(ny, nu) "How the inputs act on the outputs" annotation(Evaluate = true);
  parameter Real x0[:] = zeros(nx) "States at the start" annotation(Evaluate = true);
  parameter Real u0[:] = zeros(nu) "Inputs of the point of operation" annotation(Evaluate = true);
  parameter Real y0[:] = zeros(ny) "Outputs of the point of operation" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[ny] "Output signals";
  Real x[nx] "States";
equation
  assert(size(A, 1) == nx and size(A, 2) == nx and size(B, 1) == nx and size(B, 2) == nu
    and size(C, 1) == ny and size(C, 2) == nx and size(D, 1) == ny
    and size(D, 2) == nu, "the sizes of A, B, C and D do not fit nx, nu and ny");
  der(x) = A*x + B*(u - u0);
  y = C*x + D*(u - u0) + y0;
initial equation
  x = x0;
  annotation(
    Documentation(info = "
der(x) = A*x + B*(u - u0) and y = C*x + D*(u - u0) + y0, with any number of states, inputs and outputs.
u0 and y0 are the point about which the system is linear."),
    __elastogap(shortName = "BlockComponents.StateSpace", examples = {"BlocksDyad"}));
end StateSpace;
