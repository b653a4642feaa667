model thermostat "A room with a two-position controller"
  parameter Real tau(unit = "s") = 5;
  Real T(start = 15, fixed = true, unit = "degC");
  Boolean on(start = true, fixed = true);
equation
  tau*der(T) = 10 - T + (if on then 20 else 0);
  when T > 21 then
    on = false;
  elsewhen T < 19 then
    on = true;
  end when;
  annotation(experiment(StopTime = 20));
end thermostat;
