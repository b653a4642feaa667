package M
  function polar
    input Real x, y;
    output Real r, phi;
  algorithm
    r := sqrt(x^2 + y^2);
    phi := atan2(y, x);
  end polar;
  model M
    Real r, phi, z;
  equation
    (r, phi, z) = polar(time, 1);
  end M;
end M;
