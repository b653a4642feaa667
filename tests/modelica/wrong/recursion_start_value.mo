model circle
  parameter Real p = 2*p;
  Real x(start = p, fixed = true);
equation
  der(x) = -x;
end circle;
