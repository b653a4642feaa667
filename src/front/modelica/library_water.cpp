#include <saltus/front/modelica/library.hpp>
namespace saltus::modelica {
std::string_view library_water() { return R"()"; }
}  // namespace saltus::modelica
