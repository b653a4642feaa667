model thermostat
  Real T(start = 20, fixed = true);
equation
  der(T) = -0.1*(T - 5);
end thermostats;
