model heater
  paramter Real power = 10;
  Real T(start = 20, fixed = true);
equations
  der(T) = power - 0.1*(T - 5);
end heater;
