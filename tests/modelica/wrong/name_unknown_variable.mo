model pendulum
  parameter Real length = 1;
  Real angle(start = 1, fixed = true);
  Real speed(start = 0, fixed = true);
equation
  der(angle) = speeed;
  der(speed) = -9.81/lenght*sin(angle);
end pendulum;
