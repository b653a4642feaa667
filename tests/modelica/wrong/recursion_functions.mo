package M
  function f
    input Real x;
    output Real y;
  algorithm
    y := g(x) + 1;
  end f;
  function g
    input Real x;
    output Real y;
  algorithm
    y := f(x) - 1;
  end g;
  model M
    Real x = f(time);
    parameter Real p = f(2);
  end M;
end M;
