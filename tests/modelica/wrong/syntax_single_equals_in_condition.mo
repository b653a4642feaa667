model lamp
  Integer mode = if time < 0.5 then 1 else 2;
  Real light;
equation
  light = if mode = 1 then 0 else 100;
end lamp;
