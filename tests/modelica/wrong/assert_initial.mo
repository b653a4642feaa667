model beam
  parameter Real mass = -1;
  Real x(start = 1, fixed = true);
equation
  assert(mass > 0, "a mass must be positive, not " + String(mass));
  mass*der(x) = -x;
end beam;
