// Carver 1978, example 1: y' = y^2 in half of the time, or always for n = 0.
model switched_blow_up "Growth by y^2, switched on and off"
  constant Real pi = 3.141592653589793;
  parameter Integer n = 2 "Cycles in 19 s";
  Real y(start = 0.1, fixed = true);
equation
  der(y) = if n == 0 or sin(2*pi*n/19*time) > 0 then y^2 else 0;
  annotation(experiment(StopTime = 19));
end switched_blow_up;
