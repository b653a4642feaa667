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
function 'Modelica.Math.Random.Generators.Xorshift128plus.random'
  input Integer stateIn[4];
  output Real result;
  output Integer stateOut[4];
external "C" ModelicaRandom_xorshift128plus(stateIn, stateOut, result);
end 'Modelica.Math.Random.Generators.Xorshift128plus.random';
function 'Modelica.Math.Random.Generators.Xorshift128plus.initialState'
  input Integer localSeed;
  input Integer globalSeed;
  output Integer state[4];
algorithm
  state := 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star'(localSeed, globalSeed, 4);
end 'Modelica.Math.Random.Generators.Xorshift128plus.initialState';
function 'Modelica.Math.Random.Generators.Xorshift1024star.random'
  input Integer stateIn[33];
  output Real result;
  output Integer stateOut[33];
external "C" ModelicaRandom_xorshift1024star(stateIn, stateOut, result);
end 'Modelica.Math.Random.Generators.Xorshift1024star.random';
function 'Modelica.Math.Random.Generators.Xorshift1024star.initialState'
  input Integer localSeed;
  input Integer globalSeed;
  output Integer state[33];
algorithm
  state := 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star'(localSeed, globalSeed, 33);
end 'Modelica.Math.Random.Generators.Xorshift1024star.initialState';
function 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star'
  input Integer localSeed;
  input Integer globalSeed;
  input Integer nState;
  output Integer state[nState];
  Integer pair[2];
  Real r;
algorithm
  pair := 'Modelica.Math.Random.Generators.Xorshift64star.initialState'(localSeed, globalSeed);
  for i in 1:nState loop
    if i > 2 and mod(i, 2) == 1 then
      (r, pair) := 'Modelica.Math.Random.Generators.Xorshift64star.random'(if i == nState then state[nState - 2:nState - 1] else pair);
    end if;
    state[i] := pair[2 - mod(i, 2)];
  end for;
end 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star';
function 'Modelica.Math.Random.Utilities.automaticLocalSeed'
  input String path;
  output Integer seed;
algorithm
  seed := 'Modelica.Utilities.Strings.hashString'(path);
end 'Modelica.Math.Random.Utilities.automaticLocalSeed';
)";
}

}  // namespace saltus::modelica
