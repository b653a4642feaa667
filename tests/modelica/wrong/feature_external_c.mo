package M
  function viscosity
    input Real T;
    output Real eta;
    external "C" eta = steam_viscosity(T);
  end viscosity;
  model M
    Real x = viscosity(300 + time);
  end M;
end M;
