model spring
  parameter Real k = 2*x;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end spring;
