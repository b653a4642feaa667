model copy
  Real a, b;
equation
  a = b;
  b = a;
end copy;
