model sampled_pid "A sampled controller and a plant of second order"
  parameter Real Ts = 0.1, kp = 2, ki = 1, kd = 0.2, reference = 1;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  discrete Real sum(start = 0, fixed = true);
  discrete Real error(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = u - v - x;
  when sample(0, Ts) then
    error = reference - x;
    sum = pre(sum) + Ts*error;
    u = min(5, max(-5, kp*error + ki*sum + kd*(error - pre(error))/Ts));
  end when;
  annotation(experiment(StopTime = 10));
end sampled_pid;
