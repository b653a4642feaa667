// A linear loop: five unknowns that belong together are torn to one or two.
model circuit "A ladder of resistors with one capacitor"
  Real v(start = 0, fixed = true);
  Real u, i1, i2, i3, a, b;
equation
  u = sin(10*time);
  u - a = 10*i1;
  a - b = 20*i2;
  b - v = 5*i3;
  i1 = i2 + a/30;
  i2 = i3 + b/40;
  1e-2*der(v) = i3;
  annotation(experiment(StopTime = 2));
end circuit;
