// Four ideal diodes as in the Modelica Standard Library: each has a parameter s along its characteristic, and conducts
// where s > 0. Which of them conduct is found together with the currents.
model diode_bridge "Full-wave rectifier with ideal diodes"
  constant Real pi = 3.141592653589793;
  parameter Real Ron = 1e-3, Goff = 1e-4;
  Real u "Source";
  Real p, n "Potentials of the ends of the source";
  Real v(start = 0, fixed = true) "Capacitor";
  Real s1, s2, s3, s4;
  Boolean off1, off2, off3, off4;
  Real i1, i2, i3, i4, i;
equation
  u = 10*sin(2*pi*50*time);
  p - n = u;
  off1 = s1 < 0;
  off2 = s2 < 0;
  off3 = s3 < 0;
  off4 = s4 < 0;
  // from p to +, from n to +, from - to p, from - to n; the minus pole is ground
  p - v = s1*(if off1 then 1 else Ron);
  i1 = s1*(if off1 then Goff else 1);
  n - v = s2*(if off2 then 1 else Ron);
  i2 = s2*(if off2 then Goff else 1);
  -p = s3*(if off3 then 1 else Ron);
  i3 = s3*(if off3 then Goff else 1);
  -n = s4*(if off4 then 1 else Ron);
  i4 = s4*(if off4 then Goff else 1);
  i + i1 = i3;
  i1 + i2 = i3 + i4;
  1e-3*der(v) = i1 + i2 - v/100;
  annotation(experiment(StopTime = 0.06));
end diode_bridge;
