#pragma once
// allocations.hpp: how often operator new has been called in this program so far.

namespace saltus::bench {
long allocations();
}
