model bouncing
  parameter Real e = 1;
  Real h(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  when h < 0 then
    n = pre(n) + 1;
    reinit(e, 1);
    reinit(n, 1);
    reinit(2*h, 1);
  end when;
end bouncing;
