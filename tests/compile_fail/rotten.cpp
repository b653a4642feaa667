// Wrong with the mistake and without it.
#ifndef WITHOUT_THE_MISTAKE
int answer() { return undeclared; }
#endif
int question() { return undeclared; }
