model oscillator
  Real x(start = 1, fixed = true);
  Boolean high;
  Boolean low;
equation
  der(x) = -x;
  high = x > 0.5 && x < 0.8;
  low = !high;
end oscillator;
