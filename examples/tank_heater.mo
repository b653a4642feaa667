// The element is small and quick, the water large and slow: the thermostat switches nine times in four hours.
model tank_heater "A tank with a heater and a two-position thermostat"
  parameter Real Ch(unit = "J/K") = 2000 "Of the element";
  parameter Real Cw(unit = "J/K") = 418000 "Of the water";
  parameter Real kh(unit = "W/K") = 200 "From the element to the water";
  parameter Real ka(unit = "W/K") = 20 "From the water to the room";
  parameter Real Ta(unit = "degC") = 20 "Room";
  parameter Real power(unit = "W") = 6000;
  parameter Real low(unit = "degC") = 58, high(unit = "degC") = 62 "Thermostat";
  Real Th(start = 20, fixed = true, unit = "degC") "Element";
  Real T(start = 20, fixed = true, unit = "degC") "Water";
  Boolean on(start = true, fixed = true);
equation
  Ch*der(Th) = (if on then power else 0) - kh*(Th - T);
  Cw*der(T) = kh*(Th - T) - ka*(T - Ta);
  when T >= high then
    on = false;
  elsewhen T <= low then
    on = true;
  end when;
  annotation(experiment(StopTime = 15000));
end tank_heater;
