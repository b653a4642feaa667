model sampled
  Real u = time;
  Real y;
equation
  y = hold(sample(u, Clock(0.1)));
end sampled;
