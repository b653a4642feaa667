package M
  function mean
    input Real v[3];
    output Real m;
  algorithm
    m := sum(v)/3;
  end mean;
  model M
    Real x = mean({1, 2});
  end M;
end M;
