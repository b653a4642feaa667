model nested
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0.7 then
    when x < 0.5 then
      n = pre(n) + 1;
    end when;
  end when;
end nested;
