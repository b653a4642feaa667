model pendulum
  Real angle(start = 1, fixed = true);
  Real speed(start = 0, fixed = true);
equation
  der(angle) = speed;
  der(speed) = -9.81*sine(angle) + friction(speed);
end pendulum;
