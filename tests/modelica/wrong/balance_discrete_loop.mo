model latch
  Boolean a, b;
equation
  a = not b and time > 0.5;
  b = a or time > 0.7;
end latch;
