model buck_converter "Step-down converter with an ideal switch and an ideal diode"
  parameter Real Vin = 24, L = 1e-4, C = 1e-4, R = 5, period = 1e-4, duty = 0.5;
  Real i(start = 0, fixed = true) "Inductor";
  Real v(start = 0, fixed = true) "Capacitor";
  discrete Real begun(start = 0, fixed = true) "Of the present period";
  Boolean closed;
  Boolean blocked(start = false, fixed = true) "The inductor has run empty";
equation
  when sample(0, period) then
    begun = time;
  end when;
  closed = time < begun + duty*period;
  when i < 0 and not closed then
    blocked = true;
  elsewhen closed then
    blocked = false;
  end when;
  L*der(i) = if closed then Vin - v else if blocked then 0 else -v;
  C*der(v) = i - v/R;
  annotation(experiment(StopTime = 0.005));
end buck_converter;
