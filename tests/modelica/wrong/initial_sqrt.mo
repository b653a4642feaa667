model draining
  Real level(start = -1, fixed = true);
equation
  der(level) = -sqrt(level);
end draining;
