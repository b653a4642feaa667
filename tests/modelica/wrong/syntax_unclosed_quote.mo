model tank
  Real 'upper.level(start = 1, fixed = true);
equation
  der('upper.level') = -0.1;
end tank;
