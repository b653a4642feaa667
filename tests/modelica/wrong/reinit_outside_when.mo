model bouncing
  Real h(start = 1, fixed = true);
equation
  der(h) = -1;
  reinit(h, 1);
end bouncing;
