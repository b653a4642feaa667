model tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real discharge, pressure;
equation
  area*der(level) = -discharge;
  discharge = 0.1*sqrt(pressure);
end tank;
