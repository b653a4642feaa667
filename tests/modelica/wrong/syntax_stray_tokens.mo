model heater
  Real T(start = 20, fixed = true);
  Real q;
equation
  der(T) = q -* 0.1*(T - 5);
  q = 10 $ 2;
  T + = 3;
  q = (1 + 2;
end heater;
