#include <saltus/front/modelica/external_call.hpp>
#include <saltus/front/modelica/tables.hpp>

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

namespace saltus::modelica {

namespace {

/// The matrix of a table: the one given (third argument), or that of a file (first and second).
bool find_table(ExternalCall& c, Matrix& to) {
  const std::string file = str(c, 0);
  if (!file.empty() && file != "NoName") return find_matrix(c, file, str(c, 1), to);
  if (!is_array(c, 2, 2) || c.arguments[2].more->items.empty()) return failed(c, "the table is empty");
  to = {.rows = rows(c.arguments[2]), .columns = columns(c.arguments[2])};
  for (const Value& x : c.arguments[2].more->items) to.values.push_back(x.number);
  return true;
}

// ---- tables ---------------------------------------------------------------------------------------------------------

/// Rows of (abscissa, columns...), checked. Arguments: file, table name, table, rows, columns of it.
bool read_rows(ExternalCall& c, Table1D& to, const Value& columns, int smoothness, int extrapolation) {
  Matrix table;
  if (!find_table(c, table)) return false;
  const std::size_t   rows = table.rows, width = table.columns;
  const auto          cell = [&](std::size_t i, std::size_t j) { return table.values[i * width + j]; };
  std::vector<double> u(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    u[i] = cell(i, 0);
    if (i > 0 && u[i] < u[i - 1])
      return failed(
          c, fmt::format("the first column of a table is to ascend, but row {} has {} after {}", i + 1, u[i], u[i - 1]));
    const bool jumps = i > 0 && u[i] == u[i - 1];
    if (jumps && smoothness != 1 && smoothness != 3)
      return failed(c, fmt::format("row {} repeats {}: a smooth table cannot jump", i + 1, u[i]));
  }
  if (columns.kind == Kind::array)
    for (const Value& x : columns.more->items) {
      const auto j = static_cast<std::size_t>(x.number);
      if (j < 1 || j > width) return failed(c, fmt::format("the table has no column {}", x.number));
      std::vector<double> y(rows);
      for (std::size_t i = 0; i < rows; ++i) y[i] = cell(i, j - 1);
      to.columns.push_back(
          make_curve(u, std::move(y), static_cast<Smoothness>(smoothness), static_cast<Extrapolation>(extrapolation)));
    }
  return true;
}

bool table1d_init(ExternalCall& c) {
  auto made = std::make_shared<Table1D>();
  if (c.arguments.size() < 8) return failed(c, "too few arguments");
  const int extrapolation =
      c.arguments.size() > 8 && c.arguments[8].kind == Kind::enumeration ? static_cast<int>(num(c, 8)) : 2;
  if (!read_rows(c, *made, c.arguments[5], static_cast<int>(num(c, 7)), extrapolation)) return false;
  return gives(c, std::move(made));
}

/// (table, column, u[, der u[, der2 u]]): the value, or its first or second derivative.
bool table1d_at(ExternalCall& c, int order) {
  const auto* t = object<Table1D>(c);
  if (t == nullptr) return failed(c, "the table does not exist");
  const auto column = static_cast<std::size_t>(num(c, 1));
  if (column < 1 || column > t->columns.size()) return failed(c, fmt::format("the table has no column {}", num(c, 1)));
  const auto jet = t->columns[column - 1].at(num(c, 2));
  if (!jet) return failed(c, fmt::format("{} is outside of the table, which forbids that", num(c, 2)));
  if (order == 0) return gives(c, jet->y);
  const double du = num(c, 3);
  return gives(c, order == 1 ? jet->dy * du : jet->ddy * du * du + jet->dy * num(c, 4));
}

template <bool least>
bool table1d_end(ExternalCall& c) {
  const auto* t = object<Table1D>(c);
  if (t == nullptr || t->columns.empty()) return failed(c, "the table does not exist");
  return gives(c, least ? t->columns[0].u.front() : t->columns[0].u.back());
}

/// (file, name, table, rows, columns, start, columns[], n, smoothness, extrapolation, shift, timeEvents, ...)
bool time_table_init(ExternalCall& c) {
  auto made = std::make_shared<TimeTable>();
  if (c.arguments.size() < 10) return failed(c, "too few arguments");
  made->start = num(c, 5);
  if (c.arguments.size() > 10) made->shift = num(c, 10);
  if (c.arguments.size() > 11) made->time_events = static_cast<int>(num(c, 11));
  if (!read_rows(c, *made, c.arguments[6], static_cast<int>(num(c, 8)), static_cast<int>(num(c, 9)))) return false;
  return gives(c, std::move(made));
}

/// (table, column, t, nextTimeEvent, pre(nextTimeEvent)[, der t])
bool time_table_at(ExternalCall& c, int order) {
  const auto* t = object<TimeTable>(c);
  if (t == nullptr) return failed(c, "the table does not exist");
  const auto column = static_cast<std::size_t>(num(c, 1));
  if (column < 1 || column > t->columns.size()) return failed(c, fmt::format("the table has no column {}", num(c, 1)));
  const auto jet = t->at(column - 1, num(c, 2), num(c, 3), num(c, 4));
  if (!jet) return failed(c, fmt::format("{} is outside of the table, which forbids that", num(c, 2)));
  if (order == 0) return gives(c, jet->y);
  return gives(c, order == 1 ? jet->dy * num(c, 5) : jet->ddy * num(c, 5) * num(c, 5) + jet->dy * num(c, 6));
}

bool time_table_next(ExternalCall& c) {
  const auto* t = object<TimeTable>(c);
  if (t == nullptr) return failed(c, "the table does not exist");
  const double next = t->next_event(num(c, 1));
  return gives(c, std::isfinite(next) ? next : std::numeric_limits<double>::max());
}

/// (file, name, table, rows, columns, smoothness, extrapolation, ...)
bool table2d_init(ExternalCall& c) {
  auto made = std::make_shared<Table2D>();
  if (c.arguments.size() < 6) return failed(c, "too few arguments");
  Matrix table;
  if (!find_table(c, table)) return false;
  const std::size_t n = table.rows, m = table.columns;
  if (n < 2 || m < 2)
    return failed(c, fmt::format("a table of two arguments has two rows and columns at least, not {} and {}", n, m));
  made->smoothness = static_cast<Smoothness>(num(c, 5));
  if (made->smoothness != Smoothness::lines && made->smoothness != Smoothness::steps)
    return not_yet(c, "Saltus interpolates tables of two arguments by lines or steps only");
  if (c.arguments.size() > 6 && c.arguments[6].kind == Kind::enumeration)
    made->extrapolation = static_cast<Extrapolation>(num(c, 6));
  for (std::size_t i = 1; i < n; ++i) made->u1.push_back(table.values[i * m]);
  for (std::size_t j = 1; j < m; ++j) made->u2.push_back(table.values[j]);
  for (std::size_t i = 1; i < n; ++i)
    for (std::size_t j = 1; j < m; ++j) made->y.push_back(table.values[i * m + j]);
  for (const auto* u : {&made->u1, &made->u2})
    for (std::size_t i = 1; i < u->size(); ++i)
      if ((*u)[i] <= (*u)[i - 1])
        return failed(c, fmt::format("the arguments of a table are to ascend, but {} follows {}", (*u)[i], (*u)[i - 1]));
  return gives(c, std::move(made));
}

bool table2d_at(ExternalCall& c, bool derivative) {
  const auto* t = object<Table2D>(c);
  if (t == nullptr) return failed(c, "the table does not exist");
  const auto jet = t->at(num(c, 1), num(c, 2));
  if (!jet) return failed(c, fmt::format("({}, {}) is outside of the table, which forbids that", num(c, 1), num(c, 2)));
  return gives(c, derivative ? jet->d1 * num(c, 3) + jet->d2 * num(c, 4) : jet->y);
}

// ---- random numbers -------------------------------------------------------------------------------------------------

template <std::size_t n, auto generator>
bool random(ExternalCall& c) {  // (state in, state out, result)
  if (c.arguments[0].kind != Kind::array || c.arguments[0].more->items.size() != n)
    return failed(c, fmt::format("the state of this generator has {} Integers", n));
  std::array<std::int32_t, n> state;
  for (std::size_t k = 0; k < n; ++k)
    state[k] = static_cast<std::int32_t>(static_cast<std::int64_t>(c.arguments[0].more->items[k].number));
  const double       r = generator(std::span<std::int32_t, n>(state));
  std::vector<Value> out;
  for (const std::int32_t s : state) out.push_back(integer(s));
  c.arguments[1] = array({static_cast<int>(n)}, std::move(out), Kind::integer);
  c.arguments[2] = real(r);
  return true;
}

bool set_internal_state(ExternalCall& c) {  // (state, n, id)
  auto& to = c.externals.random;
  if (c.arguments[0].kind != Kind::array || c.arguments[0].more->items.size() != to.state.size())
    return failed(c, fmt::format("the state of this generator has {} Integers", to.state.size()));
  for (std::size_t k = 0; k < to.state.size(); ++k)
    to.state[k] = static_cast<std::int32_t>(static_cast<std::int64_t>(c.arguments[0].more->items[k].number));
  to.ready = true;
  return true;
}

/// Where the tool that wrote the text has already executed the initialisation, the generator begins from its id.
bool impure_random(ExternalCall& c) {
  auto& random = c.externals.random;
  if (!random.ready) {
    std::int32_t seed[2] = {static_cast<std::int32_t>(num(c, 0)), 0};
    for (int k = 0; k < 10; ++k) xorshift64star(seed);
    for (std::size_t k = 0; k + 1 < random.state.size(); k += 2) {
      xorshift64star(seed);
      random.state[k] = seed[0], random.state[k + 1] = seed[1];
    }
    random.state.back() = 0;
    random.ready        = true;
  }
  return gives(c, xorshift1024star(random.state));
}

bool real_to_integers(ExternalCall& c) {  // (d, i[2])
  const auto bits = std::bit_cast<std::uint64_t>(num(c, 0));
  c.arguments[1]  = array({2},
                          {integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))),
                           integer(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits >> 32)))},
                          Kind::integer);
  return true;
}

// ---- texts ----------------------------------------------------------------------------------------------------------

bool length(ExternalCall& c) { return gives(c, static_cast<double>(str(c, 0).size()), Kind::integer); }
bool substring(ExternalCall& c) {
  const std::string s = str(c, 0);
  const auto        a = static_cast<std::ptrdiff_t>(num(c, 1)), b = static_cast<std::ptrdiff_t>(num(c, 2));
  if (a < 1 || b > static_cast<std::ptrdiff_t>(s.size()) || a > b + 1)
    return failed(c, fmt::format("\"{}\" has no part {}:{}", s, a, b));
  c.result = text_value(s.substr(static_cast<std::size_t>(a - 1), static_cast<std::size_t>(b - a + 1)));
  return true;
}
bool compare(ExternalCall& c) {  // (s1, s2, caseSensitive): 1 less, 2 equal, 3 greater
  std::string a = str(c, 0), b = str(c, 1);
  if (c.arguments.size() > 2 && num(c, 2) == 0)
    for (std::string* s : {&a, &b})
      for (char& x : *s) x = static_cast<char>(std::tolower(static_cast<unsigned char>(x)));
  return gives(c, a < b ? 1 : a == b ? 2 : 3, Kind::enumeration);
}
bool hash(ExternalCall& c) {
  std::uint32_t h = 5381;
  for (const char x : str(c, 0)) h = h * 33 + static_cast<unsigned char>(x);
  return gives(c, static_cast<std::int32_t>(h), Kind::integer);
}
bool skip_white_space(ExternalCall& c) {
  const std::string s = str(c, 0);
  auto              k = static_cast<std::size_t>(std::max(1.0, c.arguments.size() > 1 ? num(c, 1) : 1.0)) - 1;
  while (k < s.size() && std::isspace(static_cast<unsigned char>(s[k]))) ++k;
  return gives(c, static_cast<double>(k + 1), Kind::integer);
}
bool nothing(ExternalCall&) { return true; }

const ExternalFunctions& functions() {
  static const ExternalFunctions all = [] {
    ExternalFunctions m;
    for (const char* name : {"ModelicaStandardTables_CombiTable1D_init", "ModelicaStandardTables_CombiTable1D_init2",
                             "ModelicaStandardTables_CombiTable1D_init3"})
      m[name] = table1d_init;
    for (const char* name : {"ModelicaStandardTables_CombiTimeTable_init", "ModelicaStandardTables_CombiTimeTable_init2",
                             "ModelicaStandardTables_CombiTimeTable_init3"})
      m[name] = time_table_init;
    for (const char* name : {"ModelicaStandardTables_CombiTable2D_init", "ModelicaStandardTables_CombiTable2D_init2",
                             "ModelicaStandardTables_CombiTable2D_init3"})
      m[name] = table2d_init;
    for (const char* name :
         {"ModelicaStandardTables_CombiTable1D_close", "ModelicaStandardTables_CombiTimeTable_close",
          "ModelicaStandardTables_CombiTable2D_close", "ModelicaInternal_print", "ModelicaStreams_closeFile"})
      m[name] = nothing;
    m["ModelicaStandardTables_CombiTable1D_getValue"]        = [](ExternalCall& c) { return table1d_at(c, 0); };
    m["ModelicaStandardTables_CombiTable1D_getDerValue"]     = [](ExternalCall& c) { return table1d_at(c, 1); };
    m["ModelicaStandardTables_CombiTable1D_getDer2Value"]    = [](ExternalCall& c) { return table1d_at(c, 2); };
    m["ModelicaStandardTables_CombiTable1D_minimumAbscissa"] = table1d_end<true>;
    m["ModelicaStandardTables_CombiTable1D_maximumAbscissa"] = table1d_end<false>;
    m["ModelicaStandardTables_CombiTimeTable_getValue"]      = [](ExternalCall& c) { return time_table_at(c, 0); };
    m["ModelicaStandardTables_CombiTimeTable_getDerValue"]   = [](ExternalCall& c) { return time_table_at(c, 1); };
    m["ModelicaStandardTables_CombiTimeTable_getDer2Value"]  = [](ExternalCall& c) { return time_table_at(c, 2); };
    m["ModelicaStandardTables_CombiTimeTable_minimumTime"]   = table1d_end<true>;
    m["ModelicaStandardTables_CombiTimeTable_maximumTime"]   = table1d_end<false>;
    m["ModelicaStandardTables_CombiTimeTable_nextTimeEvent"] = time_table_next;
    m["ModelicaStandardTables_CombiTable2D_getValue"]        = [](ExternalCall& c) { return table2d_at(c, false); };
    m["ModelicaStandardTables_CombiTable2D_getDerValue"]     = [](ExternalCall& c) { return table2d_at(c, true); };
    m["ModelicaRandom_xorshift64star"]                       = random<2, xorshift64star>;
    m["ModelicaRandom_xorshift128plus"]                      = random<4, xorshift128plus>;
    m["ModelicaRandom_xorshift1024star"]                     = random<33, xorshift1024star>;
    m["ModelicaRandom_setInternalState_xorshift1024star"]    = set_internal_state;
    m["ModelicaRandom_impureRandom_xorshift1024star"]        = impure_random;
    m["ModelicaRandom_convertRealToIntegers"]                = real_to_integers;
    m["ModelicaStrings_length"]                              = length;
    m["ModelicaStrings_substring"]                           = substring;
    m["ModelicaStrings_compare"]                             = compare;
    m["ModelicaStrings_hashString"]                          = hash;
    m["ModelicaStrings_skipWhiteSpace"]                      = skip_white_space;
    add_mathematics(m);
    add_files(m);
    add_water(m);
    return m;
  }();
  return all;
}

}  // namespace

bool call_external(ExternalCall& call) {
  const auto at = functions().find(call.name);
  return at != functions().end() && at->second(call);
}

bool is_known_external(std::string_view name) { return functions().contains(name); }

bool is_impure_external(std::string_view name) {
  return name == "ModelicaRandom_impureRandom_xorshift1024star" ||
         name == "ModelicaRandom_setInternalState_xorshift1024star";
}

}  // namespace saltus::modelica
