model rate
  Real c(start = 0, fixed = true);
  Real potential;
equation
  der(c) = -potential;
  potential = log(c);
end rate;
