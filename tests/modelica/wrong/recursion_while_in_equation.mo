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
    Real x = f(time);
    Real y(start = 0, fixed = true);
  equation
    der(y) = x;
  end M;
end M;
