model pipe
  Real u = time;
  Real a, b;
equation
  (a, b) = spatialDistribution(u, 0, time, true);
end pipe;
