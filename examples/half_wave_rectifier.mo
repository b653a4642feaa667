model half_wave_rectifier "A diode charges a capacitor"
  constant Real pi = 3.141592653589793;
  parameter Real R = 100, Rd = 0.1, C = 1e-3;
  Real u "Source";
  Real v(start = 0, fixed = true) "Capacitor";
  Real i "Diode";
equation
  u = 10*cos(100*pi*time);
  i = if u > v then (u - v)/Rd else 0;
  C*der(v) = i - v/R;
  annotation(experiment(StopTime = 0.1));
end half_wave_rectifier;
