model several
  Real x(start = 1 fixed = true);
  Real y;
  parameter Real = 3;
equation
  der(x) = -x
  y = 2*;
end several;
