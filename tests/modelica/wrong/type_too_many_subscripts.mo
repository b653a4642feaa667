model vectors
  Real a[3];
equation
  a = {1, 2, 3}*a[1, 2];
end vectors;
