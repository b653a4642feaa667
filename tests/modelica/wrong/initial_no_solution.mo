model root
  Real x(start = 1);
  Real y(start = 1);
equation
  der(x) = -y;
  y = x^2 + 1;
initial equation
  y = 0.5;
end root;
