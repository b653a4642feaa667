model chain
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
initial equation
  x = 2;
end chain;
