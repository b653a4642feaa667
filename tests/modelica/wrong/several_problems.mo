model several
  parameter Real a = b;
  Real x(start = 1, fixed = true);
  Boolean c;
  Real v[2];
equation
  der(x) = -xx;
  c = x + 1;
  v = {1, 2, 3};
  x = sine(2);
end several;
