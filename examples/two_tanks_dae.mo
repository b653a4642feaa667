// The same as two_tanks with implicit laws of the outlets: the branch q > 0 is the one that is meant.
model two_tanks_dae "A tank that overflows into another one, with implicit outlets"
  parameter Real A1(unit = "m2") = 1, A2(unit = "m2") = 1;
  parameter Real c1 = 0.12, c2 = 0.1 "Outlets";
  parameter Real H(unit = "m") = 1 "Height of the upper tank";
  Real h1(start = 0.5, fixed = true, unit = "m") "Upper level";
  Real h2(start = 0.2, fixed = true, unit = "m") "Lower level";
  Boolean full "The upper tank overflows";
  Real qin(unit = "m3/s");
  Real q12(start = 0.085, unit = "m3/s"), q2(start = 0.045, unit = "m3/s"), qov(unit = "m3/s");
equation
  qin = 0.12*(1 + 0.5*sin(0.1*time));
  A1*der(h1) = qin - q12 - qov;
  A2*der(h2) = q12 + qov - q2;
  q12*abs(q12) = c1^2*h1;
  q2*abs(q2) = c2^2*h2;
  full = h1 >= H and qin > q12;
  qov = if full then qin - q12 else 0;
  annotation(experiment(StopTime = 300));
end two_tanks_dae;
