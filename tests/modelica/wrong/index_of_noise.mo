model drift
  Real x;
  Real y;
  Integer n(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = 1;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  x = n;
end drift;
