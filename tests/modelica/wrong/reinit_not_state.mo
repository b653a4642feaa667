model bouncing
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real energy;
equation
  der(h) = v;
  der(v) = -9.81;
  energy = 9.81*h + v^2/2;
  when h < 0 then
    reinit(energy, 1);
  end when;
end bouncing;
