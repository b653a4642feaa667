model resistors "As many equations as unknowns, but the currents have one too many and the voltages one too few"
  Real i1, i2;
  Real u1, u2, u3;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  i1 + i2 = x;
  i1 - i2 = 0.1*x;
  2*i1 + i2 = 3;
  u1 + u2 + u3 = 10;
  u1 - 2*u2 = 5*i1;
end resistors;
