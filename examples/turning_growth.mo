// Thomsen 2006: growth that turns into decay.
model turning_growth "Growth until t = 1, decay afterwards"
  Real y(start = 1, fixed = true);
equation
  der(y) = if time < 1 then y else -y;
  annotation(experiment(StopTime = 2));
end turning_growth;
