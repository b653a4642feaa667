model pipe
  Real u = time;
  Integer n = cardinality(u);
end pipe;
