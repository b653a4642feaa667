model pendulum
  Angle phi(start = 1, fixed = true);
  Rael w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -sin(phi);
end pendulum;
