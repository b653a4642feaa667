// Carver 1978, example 4, with one periodic condition, which tools that look at signs at the ends of their steps miss
// altogether.
model saw_tooth_periodic "Saw-tooth by one periodic condition"
  constant Real pi = 3.141592653589793;
  Real y(start = 0, fixed = true);
equation
  der(y) = if cos(0.2*pi*(time - 9.75)) > cos(0.05*pi) then -19 else 1;
  annotation(experiment(StopTime = 25));
end saw_tooth_periodic;
