model newtons_cradle "Three balls on strings; impacts exchange their velocities"
  parameter Real w2 = 9.81 "Square of the frequency of each string";
  Real x1(start = -1, fixed = true), x2(start = 0, fixed = true), x3(start = 0.1, fixed = true);
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  der(x3) = v3;
  der(v1) = -w2*x1;
  der(v2) = -w2*x2;
  der(v3) = -w2*(x3 - 0.1);
  when x1 > x2 and v1 > v2 then
    reinit(v1, pre(v2));
    reinit(v2, pre(v1));
  end when;
  when x2 > x3 and v2 > v3 then
    reinit(v2, pre(v3));
    reinit(v3, pre(v2));
  end when;
  annotation(experiment(StopTime = 2));
end newtons_cradle;
