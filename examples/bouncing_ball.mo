model bouncing_ball "A ball that loses a fifth of its speed at each impact"
  parameter Real e = 0.8 "Coefficient of restitution";
  parameter Real g(unit = "m/s2") = 9.81;
  Real h(start = 1, fixed = true, unit = "m");
  Real v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 and v < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end bouncing_ball;
