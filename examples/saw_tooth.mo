// Carver 1978, example 4: a saw-tooth as one periodic condition, which tools that look at signs at the ends of their
// steps miss altogether.
model saw_tooth "Saw-tooth by one periodic condition"
  parameter Real tau = 10 "Period";
  parameter Real eps = 0.5 "Length of the falling part";
  Real y(start = 0, fixed = true);
equation
  der(y) = if mod(time, tau) < tau - eps then 1 else -19;
  annotation(experiment(StopTime = 25));
end saw_tooth;
