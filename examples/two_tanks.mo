// The upper tank overflows while more comes in than flows out; its level then stays at the rim.
model two_tanks "A tank that overflows into another one"
  parameter Real A1(unit = "m2") = 1, A2(unit = "m2") = 1;
  parameter Real c1 = 0.12, c2 = 0.1 "Outlets";
  parameter Real H(unit = "m") = 1 "Height of the upper tank";
  Real h1(start = 0.5, fixed = true, unit = "m") "Upper level";
  Real h2(start = 0.2, fixed = true, unit = "m") "Lower level";
  Boolean full "The upper tank overflows";
  Real inflow(unit = "m3/s"), q12(unit = "m3/s"), q2(unit = "m3/s"), over(unit = "m3/s");
equation
  inflow = 0.12*(1 + 0.5*sin(0.1*time));
  q12 = c1*sqrt(h1);
  q2 = c2*sqrt(h2);
  full = h1 >= H and inflow > q12;
  over = if full then inflow - q12 else 0;
  A1*der(h1) = inflow - q12 - over;
  A2*der(h2) = q12 + over - q2;
  annotation(experiment(StopTime = 300));
end two_tanks;
