model oscillator
  Real x(start = 1, fixed = true);
  Integer n = integer(x);
  Boolean b;
equation
  der(x) = -x;
  b = n != 0;
end oscillator;
