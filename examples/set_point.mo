// Thomsen 2006, (19)-(20): a decay towards 1 that a controller turns round at the set point; it is passed at ln 2.
model set_point "Cooling to a set point, then heating"
  parameter Real set = 1.5 "Where the heating goes on";
  Real y(start = 2, fixed = true);
  Boolean heating(start = false, fixed = true);
  discrete Real passed(start = -1, fixed = true) "When that was";
equation
  der(y) = (if heating then 2 else 1) - y;
  when y <= set then
    heating = true;
    passed = time;
  end when;
  annotation(experiment(StopTime = 2));
end set_point;
