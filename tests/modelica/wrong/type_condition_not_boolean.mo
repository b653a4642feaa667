model switched
  Real x(start = 1, fixed = true);
equation
  der(x) = if x then -1 else 1;
  when x then
    reinit(x, 1);
  end when;
end switched;
