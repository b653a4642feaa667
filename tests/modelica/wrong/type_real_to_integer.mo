model counter
  Integer n;
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  n = x/2;
end counter;
