model vectors
  Real a[3](each start = 0, each fixed = true);
  Real b[2];
equation
  der(a) = b;
  b = {1, 2};
end vectors;
