model outputs
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -2;
  y = sqrt(x);
end outputs;
