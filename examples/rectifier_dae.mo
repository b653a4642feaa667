// The same circuit as rectifier without memory: which diodes conduct is found together with the voltage of the load.
model rectifier_dae "Two diodes that feed an inductive load, as one implicit system"
  constant Real pi = 3.141592653589793;
  parameter Real f(unit = "Hz") = 50;
  parameter Real R1(unit = "Ohm") = 2, R2(unit = "Ohm") = 2, R3(unit = "Ohm") = 10;
  parameter Real L1(unit = "H") = 0.04, L2(unit = "H") = 0.04, L3(unit = "H") = 0.2;
  Real i1(start = 0, fixed = true, unit = "A");
  Real i2(start = 0, fixed = true, unit = "A");
  Real v1(unit = "V"), v2(unit = "V"), v3(unit = "V") "Sources and load";
  Boolean d1, d2 "Which diodes conduct";
equation
  v1 = -100*sin(2*pi*f*time);
  v2 = -v1;
  v3 = R3*(i1 + i2) + L3*(der(i1) + der(i2));
  d1 = i1 > 0 or v1 > v3;
  d2 = i2 > 0 or v2 > v3;
  0 = if d1 then R1*i1 + L1*der(i1) + v3 - v1 else der(i1);
  0 = if d2 then R2*i2 + L2*der(i2) + v3 - v2 else der(i2);
  annotation(experiment(StopTime = 0.098));
end rectifier_dae;
