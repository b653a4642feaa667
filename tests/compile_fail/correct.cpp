// Nothing wrong here.
int answer() { return 42; }
