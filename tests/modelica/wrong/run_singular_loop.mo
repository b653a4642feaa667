model circuit
  Real x(start = 1, fixed = true);
  Real i, u;
equation
  der(x) = -1;
  x*i + u = 1;
  u + 0.5*i = 1 + x;
  annotation(experiment(StopTime = 2));
end circuit;
