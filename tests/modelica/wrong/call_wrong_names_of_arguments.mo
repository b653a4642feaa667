package M
  function area
    input Real width;
    input Real height = 1;
    output Real a;
  algorithm
    a := width*height;
  end area;
  model M
    Real x = area(width = 1, hight = 2);
    Real y = area(1, 2, 3);
    Real z = area(height = 2);
    Real w = area(1, width = 2);
  end M;
end M;
