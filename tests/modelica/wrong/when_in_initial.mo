model nested
  Real x(start = 1);
equation
  der(x) = -1;
initial equation
  when time > 0 then
    x = 1;
  end when;
end nested;
