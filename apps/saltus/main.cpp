#include "console.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  saltus::cli::Console console;
  return static_cast<int>(saltus::cli::run_program(argc, argv, console));
}
