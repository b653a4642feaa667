// Carver 1978, example 3; Mao & Petzold 2002, example 4: two diodes feed one load in turn. At the start all four
// conditions sit on their borders, and a current is zero over whole modes.
model rectifier "Two diodes that feed an inductive load"
  constant Real pi = 3.141592653589793;
  parameter Real f(unit = "Hz") = 50;
  parameter Real R1(unit = "Ohm") = 2, R2(unit = "Ohm") = 2, R3(unit = "Ohm") = 10;
  parameter Real L1(unit = "H") = 0.04, L2(unit = "H") = 0.04, L3(unit = "H") = 0.2;
  parameter Real det = (L1 + L3)*(L2 + L3) - L3^2;
  Real i1(start = 0, fixed = true, unit = "A");
  Real i2(start = 0, fixed = true, unit = "A");
  Real v1(unit = "V"), v2(unit = "V"), v3(unit = "V") "Sources and load";
  Real e1(unit = "V"), e2(unit = "V") "What is left for the coils";
  Boolean d1(start = false, fixed = true), d2(start = true, fixed = true) "Which diodes conduct";
equation
  v1 = -100*sin(2*pi*f*time);
  v2 = -v1;
  e1 = v1 - R1*i1 - R3*(i1 + i2);
  e2 = v2 - R2*i2 - R3*(i1 + i2);
  v3 = R3*(i1 + i2) + L3*(der(i1) + der(i2));
  // L1*der(i1) + L3*(der(i1) + der(i2)) = e1 while diode 1 conducts, and the same for diode 2
  der(i1) = if not pre(d1) then 0 elseif pre(d2) then ((L2 + L3)*e1 - L3*e2)/det else e1/(L1 + L3);
  der(i2) = if not pre(d2) then 0 elseif pre(d1) then ((L1 + L3)*e2 - L3*e1)/det else e2/(L2 + L3);
  when not pre(d1) and v1 > v3 then
    d1 = true;
  elsewhen pre(d1) and i1 <= 0 and v1 <= v3 then
    d1 = false;
    reinit(i1, 0);
  end when;
  when not pre(d2) and v2 > v3 then
    d2 = true;
  elsewhen pre(d2) and i2 <= 0 and v2 <= v3 then
    d2 = false;
    reinit(i2, 0);
  end when;
  annotation(experiment(StopTime = 0.098));
end rectifier;
