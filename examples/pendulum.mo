// Index 3: the constraint has to be differentiated twice. States are chosen by the translator.
model pendulum "A pendulum in Cartesian coordinates"
  parameter Real L = 1, g = 9.81, m = 1;
  Real x(start = 0.6, fixed = true);
  Real y(start = -0.8);
  Real vx(start = 0, fixed = true), vy(start = 0);
  Real force;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -force*x/L;
  m*der(vy) = -force*y/L - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 2));
end pendulum;
