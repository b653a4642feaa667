model divided
  Real x(start = 0, fixed = true);
  Real y(start = 1, fixed = true);
equation
  der(x) = 1;
  der(y) = y/x;
end divided;
