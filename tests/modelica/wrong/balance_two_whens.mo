model counter
  Integer n(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  when time > 0.55 then
    n = 0;
  end when;
end counter;
