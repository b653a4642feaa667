package M
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
    while y < 10 loop
      y := y - 1;
    end while;
  end f;
  model M
    parameter Real p = f(1);
    Real x = p*time;
  end M;
end M;
