package M
  function f
    input Real x;
    output Real y;
  algorithm
    when x > 1 then
      y := 2;
    end when;
  end f;
  model M
    Real x = f(time);
  end M;
end M;
