// Mao & Petzold 2002, example 1: y grows while a fast sine is positive. 69 switches before the end.
model switched_growth "Growth that a fast sine switches on and off"
  constant Real pi = 3.141592653589793;
  Real y(start = 0.1, fixed = true);
equation
  der(y) = if sin(20*pi*time) >= 0 then y else 0;
  annotation(experiment(StopTime = 3.5));
end switched_growth;
