model vectors
  Real a[3];
equation
  a[1] = time;
  a[2] = 2*a[1];
  a[3] = a[4] + a[0];
end vectors;
