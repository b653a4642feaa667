model pendulum
  Real phi(start = 1, fixed = true);
  parameter Real phi = 2;
equation
  der(phi) = -phi;
end pendulum;
