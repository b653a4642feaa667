model beam
  Real level(start = 3, fixed = true);
equation
  der(level) = -1;
  assert(level < 2, "the tank runs over: level = " + String(level));
end beam;
