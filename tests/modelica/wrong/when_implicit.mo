model implicit
  Real x(start = 1, fixed = true);
  discrete Real n(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0.7 then
    2*n + 1 = x;
  end when;
end implicit;
