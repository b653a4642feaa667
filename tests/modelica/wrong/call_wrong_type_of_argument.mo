package M
  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
  end twice;
  model M
    Boolean b = time > 1;
    Real x = twice(b);
    Real y = sqrt(b);
  end M;
end M;
