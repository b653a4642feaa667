package M
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f;
end M;
