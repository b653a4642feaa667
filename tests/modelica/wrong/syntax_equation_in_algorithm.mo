model counter
  Integer n(start = 0, fixed = true);
algorithm
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
end counter;
