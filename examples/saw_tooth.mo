// Carver 1978, example 4: a saw-tooth whose periods are counted; mod jumps at their ends.
model saw_tooth "Saw-tooth that counts its periods"
  parameter Real tau(unit = "s") = 10 "Period";
  parameter Real eps(unit = "s") = 0.5 "Length of the falling part";
  Real y(start = 0, fixed = true);
equation
  der(y) = if mod(time, tau) <= tau - eps then 1 else -(tau - eps)/eps;
  annotation(experiment(StopTime = 25));
end saw_tooth;
