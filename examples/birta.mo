// Mao & Petzold 2002, example 2, after Birta: two quantities change roles at their bounds. The events accumulate at
// 2 ln 2; the run ends before that.
model birta "Two quantities that change roles at their bounds"
  Real y1(start = 0.5, fixed = true);
  Real y2(start = -0.5, fixed = true);
  Real y3(start = 0, fixed = true);
  discrete Real a1(start = 2, fixed = true);
  discrete Real a2(start = -1, fixed = true);
equation
  der(y1) = a1*y1;
  der(y2) = a2*y2;
  der(y3) = y1 + y2;
  when {y1 >= 1, y2 <= -1} then
    a1 = pre(a2);
    a2 = pre(a1);
  end when;
  annotation(experiment(StopTime = 1.38));
end birta;
