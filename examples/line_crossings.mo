// Mao & Petzold 2002, example 3: a sine and a line that meets it one or three times.
model line_crossings "A sine crosses a line; each crossing sets a rate"
  constant Real pi = 3.141592653589793;
  parameter Real A = 0.35 "Slope of the line";
  parameter Boolean printed = false "The rule as the paper prints it, which does not give its table";
  Real y1(start = 0, fixed = true);
  Real y2(start = 1, fixed = true);
  Real y3(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true);
  Boolean above;
equation
  der(y1) = pi*y2;
  der(y2) = -pi*y1;
  der(y3) = u^3;
  above = y1 > A*time;
  when change(above) and time > 1e-3 then
    u = if printed then -pre(u)*y1 else -y1;
  end when;
  annotation(experiment(StopTime = 3));
end line_crossings;
