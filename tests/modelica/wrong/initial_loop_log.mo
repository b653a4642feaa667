model rate
  Real c(start = -2);
  Real x(start = 1, fixed = true);
equation
  der(x) = -c;
  c + log(c) = -x;
end rate;
