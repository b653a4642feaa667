model lamp
  Integer n(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  der(n) = 2;
  when x > 0.5 then
    d = x;
  end when;
  der(d) = 3;
end lamp;
