package M
  function f
    input Integer n;
    output Real y;
  algorithm
    y := f(n + 1);
  end f;
  model M
    parameter Real p = f(1);
    Real x = p*time;
  end M;
end M;
