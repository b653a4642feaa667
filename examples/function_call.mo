// Functions with loops, arrays and records are expanded into the equations.
package function_call
  record Point
    Real x;
    Real y;
  end Point;
  function horner "sum of c[k] x^(k - 1)"
    input Real c[:];
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for k in size(c, 1):-1:1 loop
      y := y*x + c[k];
    end for;
  end horner;
  function rotate
    input Point p;
    input Real angle;
    output Point q;
  algorithm
    q.x := cos(angle)*p.x - sin(angle)*p.y;
    q.y := sin(angle)*p.x + cos(angle)*p.y;
  end rotate;
  model function_call "Functions with loops, arrays and records"
    Real x(start = 0.5, fixed = true);
    Real y;
    Point q;
  equation
    der(x) = -horner({0, 1, 0.5, 0.25}, x);
    y = horner({1, -2, 1}, x);
    q = rotate(Point(x, 1), time);
    annotation(experiment(StopTime = 3));
  end function_call;
end function_call;
