model tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real flow;
equation
  area*der(level) = -flow;
  flow = 0.1*sqrt(level);
end tank;
