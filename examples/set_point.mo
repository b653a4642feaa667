// Thomsen 2006: a decay that a controller watches.
model set_point "The time at which a set point is passed"
  Real y(start = 2, fixed = true);
  discrete Real passed(start = -1, fixed = true);
equation
  der(y) = 1 - y;
  when y < 1.5 then
    passed = time;
  end when;
  annotation(experiment(StopTime = 2));
end set_point;
