model lamp
  Boolean on;
  Real x(start = 1, fixed = true);
equation
  der(x) = if on then -x else 0;
end lamp;
