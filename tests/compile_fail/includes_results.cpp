#ifndef WITHOUT_THE_MISTAKE
#include <saltus/results/writer.hpp>
#endif
int main() {}
