model pendulum
  Real phi(strat = 1, fixed = true);
equation
  der(phi) = -phi;
end pendulum;
