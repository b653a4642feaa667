model vectors
  Real a[2];
equation
  a = {1, true};
end vectors;
