model valve
  Real x(start = 1, fixed = true);
  Real discharge, drop;
equation
  der(x) = -discharge;
  if x > 0.5 then
    discharge = 0.1;
    drop = 2*discharge;
  else
    discharge = 0;
  end if;
end valve;
