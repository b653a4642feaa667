#pragma once
// saltus.hpp: the whole public interface.

#include <saltus/core/error.hpp>
#include <saltus/simulate/simulate.hpp>
