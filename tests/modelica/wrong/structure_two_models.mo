model a
  Real x = 1;
end a;
model b
  Real y = 2;
end b;
