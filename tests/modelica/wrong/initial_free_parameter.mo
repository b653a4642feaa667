model free
  parameter Real p(fixed = false, start = 1);
  Real x(start = 1, fixed = true);
equation
  der(x) = -p*x;
initial equation
  p = p + 1;
end free;
