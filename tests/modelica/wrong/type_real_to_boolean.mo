model lamp
  Boolean on;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  on = x;
end lamp;
