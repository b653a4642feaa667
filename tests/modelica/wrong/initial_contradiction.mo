model chain
  Real x(start = 1);
equation
  der(x) = -x;
initial equation
  x = 2;
  x^2 = 9;
end chain;
