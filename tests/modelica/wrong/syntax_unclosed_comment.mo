model tank
  parameter Real area = 2;
  /* the level is that of the upper tank
  Real level(start = 1, fixed = true);
equation
  area*der(level) = -0.1;
end tank;
