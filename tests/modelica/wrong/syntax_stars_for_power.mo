model p
  Real x(start = 1, fixed = true);
equation
  der(x) = -x**2;
end p;
