#pragma once
// random.hpp: the xorshift generators of random numbers, on states that are vectors of 32-bit Integers.
//
// Reference  Vigna, ACM Trans. Math. Softw. 42(4), 2016 (xorshift64*, xorshift1024*); Vigna, J. Comput. Appl. Math. 315
//            (2017) 175-181 (xorshift128+). A 64-bit word is two Integers, the low half first.
// Departure  as the Modelica Standard Library has it, xorshift64* and xorshift128+ go on from their scrambled result (the
//            product, the sum), not from the word before it: the sequences of models are to be the same everywhere.
// Invariant  the same state gives the same bits on every machine; a result is uniform in (0, 1).

#include <array>
#include <cstdint>
#include <span>

namespace saltus::modelica {

/// Each advances `state` in place and gives a number.
double xorshift64star(std::span<std::int32_t, 2> state);
double xorshift128plus(std::span<std::int32_t, 4> state);
double xorshift1024star(std::span<std::int32_t, 33> state);  ///< the last one is the place in the others

/// The generator whose state is hidden from the model.
struct ImpureRandom {
  std::array<std::int32_t, 33> state = {};
  bool                         ready = false;
};

}  // namespace saltus::modelica
