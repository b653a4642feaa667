model pendulum
  Real Phi(start = 1, fixed = true);
equation
  Der(Phi) = -phi;
end pendulum;
