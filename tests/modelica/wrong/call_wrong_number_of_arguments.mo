model calls
  Real x = sin(time, 2);
  Real y = atan2(time);
  Real z = max();
end calls;
