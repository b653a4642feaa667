model spring
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
algorithm
  when x < 0.5 then
    k := 3;
  end when;
end spring;
