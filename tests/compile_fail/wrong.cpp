// Wrong in the way that the test is not about.
int answer() { return undeclared; }
