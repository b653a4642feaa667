model slow
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  annotation(experiment(StopTime = -2, Tolerance = 0, Interval = -1));
end slow;
