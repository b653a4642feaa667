model steady_start "A tank that starts in its steady state"
  parameter Real k = 2;
  parameter Real level(fixed = false) "Found by the initial equation";
  Real h(start = 1);
  Real q;
initial equation
  der(h) = 0;
  level = h;
equation
  q = if time < 1 then 3 else 4;
  der(h) = q - k*sqrt(h);
  annotation(experiment(StopTime = 10));
end steady_start;
