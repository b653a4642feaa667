model divided
  parameter Real m = 0;
  Real x(start = 1, fixed = true);
equation
  der(x) = 1/m;
end divided;
