#pragma once
// values.hpp: what an expression of the language is worth while a model is elaborated.
//
// A number is known, or a node of the graph. Known numbers never touch the graph, so that the same evaluator computes
// parameters, unrolls functions into the graph, and interprets functions on plain numbers while a model runs.
//
// Invariant  values are shared and copied on write: `own` before writing into an array or a record.

#include <saltus/front/modelica/graph.hpp>
#include <saltus/front/modelica/syntax.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace saltus::modelica {

enum class Kind : std::uint8_t {
  nothing,
  real,
  integer,
  boolean,
  enumeration,
  string,
  array,
  record,
  object,
  function
};

std::string_view to_text(Kind kind);

/// What a constructor of an external object made: a table, a generator of random numbers.
struct Object {
  virtual ~Object() = default;
};

struct Compound;

struct Value {
  Kind                      kind   = Kind::nothing;
  Node                      node   = -1;  ///< of a number that is not known
  double                    number = 0;   ///< of a number that is
  std::shared_ptr<Compound> more   = {};  ///< strings, arrays, records, objects, functions

  bool is_number() const { return kind >= Kind::real && kind <= Kind::enumeration; }
  bool known() const { return node < 0; }  ///< of a number
  bool is(double v) const { return is_number() && node < 0 && number == v; }
};

struct Compound {
  std::vector<int>        dims    = {};       ///< of an array
  std::vector<Value>      items   = {};       ///< elements, the last index fastest; fields; bound arguments
  std::vector<Name>       names   = {};       ///< of fields or of bound arguments
  std::string             text    = {};       ///< of a string
  const ClassDefinition*  type    = nullptr;  ///< of a record, an object, a function
  std::shared_ptr<Object> object  = {};
  Kind                    element = Kind::real;  ///< of an array, also of an empty one
};

inline Value number(Kind kind, double v) { return {.kind = kind, .node = -1, .number = v}; }
inline Value real(double v) { return number(Kind::real, v); }
inline Value integer(double v) { return number(Kind::integer, v); }
inline Value boolean(bool v) { return number(Kind::boolean, v ? 1 : 0); }
inline Value text_value(std::string text) {
  Value v{.kind = Kind::string};
  v.more       = std::make_shared<Compound>();
  v.more->text = std::move(text);
  return v;
}
inline Value array(std::vector<int> dims, std::vector<Value> items, Kind element) {
  Value v{.kind = Kind::array};
  v.more = std::make_shared<Compound>(Compound{.dims = std::move(dims), .items = std::move(items), .element = element});
  return v;
}
inline Kind element_kind(const Value& v) { return v.kind == Kind::array ? v.more->element : v.kind; }
inline int  rank(const Value& v) { return v.kind == Kind::array ? static_cast<int>(v.more->dims.size()) : 0; }

/// Before writing into a shared array or record.
inline Compound& own(Value& v) {
  if (v.more.use_count() != 1) v.more = std::make_shared<Compound>(*v.more);
  return *v.more;
}

/// Calls visit(number) for each number in `v`, in order.
template <class Visit>
void visit_numbers(const Value& v, Visit&& visit) {
  if (v.is_number()) visit(v);
  else if (v.more != nullptr)
    for (const Value& item : v.more->items) visit_numbers(item, visit);
}
/// The same, and the numbers may be changed.
template <class Visit>
void change_numbers(Value& v, Visit&& visit) {
  if (v.is_number()) visit(v);
  else if (v.more != nullptr && !v.more->items.empty())
    for (Value& item : own(v).items) change_numbers(item, visit);
}
inline bool known(const Value& v) {
  bool all = true;
  visit_numbers(v, [&](const Value& x) { all = all && x.known(); });
  return all;
}

}  // namespace saltus::modelica
