// A mass on a belt, held by a spring: it sticks until the spring is strong enough, slips, and sticks again.
model stick_slip "A mass on a moving belt"
  parameter Real m = 1, k = 100, belt = 0.2, stiction = 6, friction = 4;
  Real x(start = 0, fixed = true), v(start = 0.2, fixed = true);
  Boolean stuck(start = true, fixed = true);
equation
  der(x) = v;
  m*der(v) = if stuck then 0 else -k*x + (if v < belt then friction else -friction);
  when pre(stuck) and abs(k*x) > stiction then
    stuck = false;
  elsewhen not pre(stuck) and v > belt then
    stuck = true;
    reinit(v, belt);
  end when;
  annotation(experiment(StopTime = 4));
end stick_slip;
