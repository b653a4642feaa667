model past
  Real x(start = 1, fixed = true);
equation
  der(x) = -pre(x);
end past;
