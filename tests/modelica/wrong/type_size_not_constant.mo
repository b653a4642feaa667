model vectors
  Integer n = integer(time) + 1;
  Real a[n];
equation
  a = ones(n);
end vectors;
