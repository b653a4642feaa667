model spring
  Real x(start = 1, fixed = true);
  Real f;
equation
  der(x) = -f;
  f == 3*x;
end spring;
