// library_random.cpp: Modelica.Math.Random (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_random() {
  return R"(
function 'Modelica.Math.Random.Generators.Xorshift64star.random'
  input Integer stateIn[2];
  output Real result;
  output Integer stateOut[2];
external "C" ModelicaRandom_xorshift64star(stateIn, stateOut, result);
end 'Modelica.Math.Random.Generators.Xorshift64star.random';
function 'Modelica.Math.Random.Generators.Xorshift64star.initialState'
  input Integer localSeed;
  input Integer globalSeed;
  output Integer state[2];
  Real r;
algorithm
  state := if localSeed == 0 and globalSeed == 0 then {126247697, globalSeed} else {localSeed, globalSeed};
  for i in 1:10 loop
    (r, state) := 'Modelica.Math.Random.Generators.Xorshift64star.random'(state);
  end for;
end 'Modelica.Math.Random.Generators.Xorshift64star.initialState';
impure function 'Modelica.Math.Random.Utilities.initializeImpureRandom.setInternalState'
  input Integer rngState[33];
  input Integer id;
external "C" ModelicaRandom_setInternalState_xorshift1024star(rngState, size(rngState, 1), id);
end 'Modelica.Math.Random.Utilities.initializeImpureRandom.setInternalState';
)";
}

}  // namespace saltus::modelica
