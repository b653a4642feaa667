model gear_backlash "Two wheels with play between their teeth"
  parameter Real b = 0.05 "Half of the play", c = 1000, d = 2, J1 = 0.1, J2 = 0.2;
  Real p1(start = 0, fixed = true), p2(start = 0, fixed = true);
  Real w1(start = 0, fixed = true), w2(start = 0, fixed = true);
  Real gap, torque;
equation
  gap = p1 - p2;
  torque = if gap > b then c*(gap - b) + d*(w1 - w2) else if gap < -b then c*(gap + b) + d*(w1 - w2) else 0;
  der(p1) = w1;
  der(p2) = w2;
  J1*der(w1) = 2*sin(4*time) - torque;
  J2*der(w2) = torque - 0.1*w2;
  annotation(experiment(StopTime = 4));
end gear_backlash;
