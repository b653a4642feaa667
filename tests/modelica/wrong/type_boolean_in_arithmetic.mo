model lamp
  Boolean on = time > 0.5;
  Real power;
equation
  power = 100*on;
end lamp;
