model heater
  Real T(start = 20, fixed = true);
  Real q;
equation
  der(T) = q - 0.1*(T - 5);
  q = if T < 18 then 10 else if T < 20 then 5 elsif T < 22 then 1 else 0;
end heater;
