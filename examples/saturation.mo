model saturation "An oscillator that is driven through a limiter"
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Real u, y;
equation
  u = 3*sin(time);
  y = max(-1, min(1, u));
  der(x) = v;
  der(v) = y - 0.2*v - x;
  annotation(experiment(StopTime = 20));
end saturation;
