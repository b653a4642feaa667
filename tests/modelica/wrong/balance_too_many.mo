model tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real discharge;
equation
  area*der(level) = -discharge;
  discharge = 0.1*sqrt(level);
  discharge = 0.1;
end tank;
