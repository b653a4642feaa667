// A layer below integrate does not know integrate.
#ifndef WITHOUT_THE_MISTAKE
#include <saltus/integrate/method.hpp>
#endif
#include <saltus/core/error.hpp>
