model counter "An algorithm that counts and wraps around"
  Integer count(start = 0, fixed = true);
  Integer laps(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
algorithm
  when sample(0.5, 0.5) then
    count := pre(count) + 1;
    if count >= 4 then
      count := 0;
      laps := pre(laps) + 1;
    end if;
  end when;
equation
  der(x) = count;
  annotation(experiment(StopTime = 10.25));
end counter;
