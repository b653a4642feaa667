// The same as tangency with a sine that is computed, so that the pair can only be seen as far as the tolerance goes.
model tangency_states "An oscillator and a line that nearly touch"
  constant Real pi = 3.141592653589793;
  parameter Real gap = 1e-4 "How far the line is below the one that touches";
  Real y1(start = 0, fixed = true);
  Real y2(start = 1, fixed = true);
  Boolean above;
equation
  der(y1) = pi*y2;
  der(y2) = -pi*y1;
  above = y1 > (0.403300554264834 - gap)*time;
  annotation(experiment(StopTime = 3));
end tangency_states;
