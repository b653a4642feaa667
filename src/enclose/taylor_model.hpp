#pragma once
// taylor_model.hpp: everything about Taylor models of one variable.
//
//   taylor_arithmetic.hpp   the type; constants, sums, products, quotients; ranges, values, `along`
//   taylor_functions.hpp    sqrt, exp, log, powers, trigonometric and hyperbolic functions and their inverses

#include <saltus/enclose/taylor_arithmetic.hpp>
#include <saltus/enclose/taylor_functions.hpp>
