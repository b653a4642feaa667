model spring
  parameter Real stiffness "N/m";
  Real x(start = 1, fixed = true);
equation
  der(x) = -stiffness*x;
end spring;
