model draining
  Real level(start = 1, fixed = true);
equation
  der(level) = -sqrt(level) - 0.1;
  annotation(experiment(StopTime = 3));
end draining;
