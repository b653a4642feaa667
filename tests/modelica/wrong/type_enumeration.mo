package gears
  type Gear = enumeration(low, high);
  model gears
    Gear g;
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    g = if x > 0.5 then Gear.top else 1;
  end gears;
end gears;
