// A sine that a line touches, or crosses twice within a hair's breadth: for gap = 1e-4 the pair is 1.4e-2 apart.
model tangency "A pair of crossings that is easy to miss"
  constant Real pi = 3.141592653589793;
  parameter Real gap = 1e-4 "How far the line is below the one that touches";
  Real y(start = 0, fixed = true, unit = "s") "Time that the sine spent above the line";
equation
  der(y) = if sin(pi*time) > (0.403300554264834 - gap)*time then 1 else 0;
  annotation(experiment(StopTime = 3));
end tangency;
