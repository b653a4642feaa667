model nested
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  if x > 0.5 then
    when x < 0.7 then
      reinit(x, 1);
    end when;
  end if;
end nested;
