#pragma once
// external_call.hpp: what the built-in external functions (externals.hpp) are written with.

#include <saltus/front/modelica/externals.hpp>

#include <string_view>
#include <unordered_map>
#include <vector>

namespace saltus::modelica {

using ExternalFunction  = bool (*)(ExternalCall&);
using ExternalFunctions = std::unordered_map<std::string_view, ExternalFunction>;

void add_mathematics(ExternalFunctions& to);  ///< external_mathematics.cpp
void add_files(ExternalFunctions& to);        ///< external_files.cpp
void add_water(ExternalFunctions& to);        ///< external_water.cpp

inline bool failed(ExternalCall& c, std::string why) {
  c.problem = std::move(why);
  return false;
}
inline bool not_yet(ExternalCall& c, std::string why) {
  c.code = "S0608";
  return failed(c, std::move(why));
}
inline double      num(const ExternalCall& c, std::size_t k) { return c.arguments[k].number; }
inline std::string str(const ExternalCall& c, std::size_t k) {
  return c.arguments[k].more ? c.arguments[k].more->text : std::string();
}
inline bool gives(ExternalCall& c, double v, Kind kind = Kind::real) {
  c.result = number(kind, v);
  return true;
}
inline bool gives(ExternalCall& c, std::shared_ptr<Object> object) {
  c.result              = {.kind = Kind::object};
  c.result.more         = std::make_shared<Compound>();
  c.result.more->object = std::move(object);
  return true;
}
template <class T>
const T* object(const ExternalCall& c) {
  const Value& v = c.arguments[0];
  return v.kind == Kind::object && v.more ? dynamic_cast<const T*>(v.more->object.get()) : nullptr;
}

/// A matrix by rows.
struct Matrix {
  std::size_t         rows = 0, columns = 0;
  std::vector<double> values = {};
};
/// The matrix `name` of a file; false: `c` says why not (external_files.cpp).
bool find_matrix(ExternalCall& c, const std::string& file, const std::string& name, Matrix& to);

inline std::size_t rows(const Value& m) { return static_cast<std::size_t>(m.more->dims[0]); }
inline std::size_t columns(const Value& m) { return rank(m) < 2 ? 1 : static_cast<std::size_t>(m.more->dims[1]); }
inline double at(const Value& m, std::size_t i, std::size_t j = 0) { return m.more->items[i * columns(m) + j].number; }
inline bool   is_array(const ExternalCall& c, std::size_t k, int of_rank) {
    return k < c.arguments.size() && c.arguments[k].kind == Kind::array && rank(c.arguments[k]) == of_rank;
}

}  // namespace saltus::modelica
