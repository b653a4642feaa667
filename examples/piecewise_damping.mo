// Carver 1978, example 2: damping that depends on the size and the sign of y.
model piecewise_damping "Damping with three values"
  Real y(start = 0, fixed = true);
  Integer region "Of y: below -0.5, between, above 0.5";
  Real A "Damping";
equation
  region = if y >= 0.5 then 1 elseif y <= -0.5 then -1 else 0;
  A = if region == 0 then 1 elseif region == 1 then 0.5 else 0.2;
  der(y) = -A*y + sin(time);
  annotation(experiment(StartTime = 0.7853981633974483, StopTime = 12.5));
end piecewise_damping;
