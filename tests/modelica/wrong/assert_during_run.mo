model filling
  Real level(start = 0, fixed = true);
equation
  der(level) = 2;
  assert(level < 1, "the tank runs over");
  annotation(experiment(StopTime = 2));
end filling;
