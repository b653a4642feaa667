model relay "A relay with hysteresis holds an integrator near zero"
  parameter Real width = 0.1;
  Real x(start = 0, fixed = true);
  Integer direction(start = 1, fixed = true);
equation
  der(x) = direction;
  when x >= width then
    direction = -1;
  elsewhen x <= -width then
    direction = 1;
  end when;
  annotation(experiment(StopTime = 10));
end relay;
