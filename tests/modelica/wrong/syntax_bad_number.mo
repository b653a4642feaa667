model n
  Real x = 1.5.3;
  Real y = 1e;
  Real z = 0x1F;
end n;
