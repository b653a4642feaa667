model two_tanks "A tank that overflows into another one"
  parameter Real k = 0.12, k2 = 0.08, top = 1;
  Real h1(start = 0.5, fixed = true, unit = "m");
  Real h2(start = 0.2, fixed = true, unit = "m");
  Real inflow, q1, over;
  Boolean full(start = false, fixed = true);
equation
  inflow = 0.12*(1 + 0.5*sin(0.1*time));
  q1 = k*sqrt(h1);
  over = if full then inflow - q1 else 0;
  der(h1) = if full then 0 else inflow - q1;
  der(h2) = q1 + over - k2*sqrt(h2) - 0.04;
  when h1 >= top and inflow > q1 then
    full = true;
  elsewhen inflow < q1 then
    full = false;
  end when;
  annotation(experiment(StopTime = 60));
end two_tanks;
