// gather.cpp: names of the model, also of arrays and records whose elements were flattened to single variables
// (elaborator.hpp).
//
// Problem    'a.x[1].re', 'a.x[1].im', 'a.x[2].re', ... are variables; the text may still say 'a.x' or 'a.x'[i].re.
// Method     all names in alphabetical order: those that begin with a.x are together, and what follows the beginning
//            tells whether it is an array or a record.
// Cost       sorting once, when such a name is first met; each of them is put together once.

#include <saltus/front/modelica/elaborator.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace saltus::modelica {

const Value* Elaborator::find(Name n) {
  const auto at = static_cast<std::size_t>(n);
  if (at >= entry_of_.size() || entry_of_[at] < 0) return nullptr;
  Entry& e = entries_[static_cast<std::size_t>(entry_of_[at])];
  if (frame_.function != nullptr && !e.of_package) return nullptr;  // functions see constants of the package only
  if (e.state == Entry::State::done) return &e.value;
  return &ensure(e);
}

std::vector<std::string_view> Elaborator::names_in_scope() const {
  std::vector<std::string_view> out = Evaluator::names_in_scope();
  if (frame_.function == nullptr)
    for (const Entry& e : entries_) out.push_back(text(e.component->name));
  return out;
}

void Elaborator::index_names() {
  if (indexed_) return;
  indexed_ = true;
  for (std::size_t n = 0; n < entry_of_.size(); ++n) {
    name_of_.emplace(text(static_cast<Name>(n)), static_cast<Name>(n));
    if (entry_of_[n] >= 0) sorted_.emplace_back(text(static_cast<Name>(n)), entry_of_[n]);
  }
  std::sort(sorted_.begin(), sorted_.end());
}

Name Elaborator::name_of(std::string_view text) const {
  const auto at = name_of_.find(text);
  return at == name_of_.end() ? no_name : at->second;
}

std::optional<Value> Elaborator::find_text(std::string_view name) {
  index_names();
  if (const Name n = name_of(name); n != no_name)
    if (const Value* v = find(n); v != nullptr) return *v;
  if (frame_.function != nullptr) return std::nullopt;
  const std::string key(name);
  if (const auto at = gathered_.find(key); at != gathered_.end()) return at->second;
  auto made = gather(key);
  gathered_.emplace(key, made);
  return made;
}

/// The numbers of `1,2` or of `'Type'.'literal','Type'.'other'`.
std::optional<std::vector<int>> Elaborator::subscript_numbers(std::string_view s) const {
  std::vector<int> out;
  const auto       quoted = [&]() -> std::optional<std::string> {
    if (s.empty() || s[0] != '\'') return std::nullopt;
    std::string decoded;
    std::size_t k = 1;
    for (; k < s.size() && s[k] != '\''; ++k) {
      if (s[k] == '\\' && k + 1 < s.size()) ++k;
      decoded += s[k];
    }
    s.remove_prefix(std::min(k + 1, s.size()));
    return decoded;
  };
  while (!s.empty()) {
    int        i    = 0;
    const auto read = std::from_chars(s.data(), s.data() + s.size(), i);
    if (read.ec == std::errc()) {
      s.remove_prefix(static_cast<std::size_t>(read.ptr - s.data()));
    } else {
      const auto type = quoted();
      if (!type || s.empty() || s[0] != '.') return std::nullopt;
      s.remove_prefix(1);
      const auto             literal = quoted();
      const ClassDefinition* c       = literal ? class_named(name_of(*type)) : nullptr;
      if (c == nullptr) return std::nullopt;
      const auto at = std::find(c->literals.begin(), c->literals.end(), name_of(*literal));
      if (at == c->literals.end()) return std::nullopt;
      i = static_cast<int>(at - c->literals.begin()) + 1;
    }
    out.push_back(i);
    if (!s.empty() && s[0] == ',') s.remove_prefix(1);
    else if (!s.empty()) return std::nullopt;
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

std::optional<Value> Elaborator::gather(const std::string& prefix) {
  const auto begins = [&](char next) {
    const std::string from = prefix + next;
    auto              at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<std::string_view, int>{from, -1});
    std::vector<std::pair<std::string_view, int>> out;
    for (; at != sorted_.end() && at->first.starts_with(from); ++at) out.push_back(*at);
    return out;
  };
  // The length of one subscript `[...]` with whatever is quoted or nested in it.
  const auto bracket = [](std::string_view s) -> std::size_t {
    int  depth  = 0;
    bool quoted = false;
    for (std::size_t k = 0; k < s.size(); ++k) {
      if (s[k] == '\\') ++k;
      else if (s[k] == '\'') quoted = !quoted;
      else if (!quoted && s[k] == '[') ++depth;
      else if (!quoted && s[k] == ']' && --depth == 0) return k + 1;
    }
    return std::string_view::npos;
  };
  if (const auto elements = begins('['); !elements.empty()) {
    std::map<std::vector<int>, std::string> parts;
    for (const auto& [name, entry] : elements) {
      const auto rest   = name.substr(prefix.size());
      const auto length = bracket(rest);
      if (length == std::string_view::npos) return std::nullopt;
      const auto index = subscript_numbers(rest.substr(1, length - 2));
      if (!index) return std::nullopt;
      parts.emplace(*index, name.substr(0, prefix.size() + length));
    }
    std::vector<int> dims  = parts.begin()->first;
    std::size_t      count = 1;
    for (const auto& [index, name] : parts)
      for (std::size_t d = 0; d < dims.size(); ++d)
        if (index.size() != dims.size()) return std::nullopt;
        else dims[d] = std::max(dims[d], index[d]);
    for (const int d : dims) count *= static_cast<std::size_t>(d);
    if (parts.size() != count) return std::nullopt;
    Values items;
    for (const auto& [index, name] : parts) {  // in the order of the subscripts: the last one fastest
      auto v = find_text(name);
      if (!v) return std::nullopt;
      items.push_back(std::move(*v));
    }
    if (items[0].kind == Kind::array) {
      for (const Value& x : items)
        if (x.kind != Kind::array || x.more->dims != items[0].more->dims) return std::nullopt;
      dims.insert(dims.end(), items[0].more->dims.begin(), items[0].more->dims.end());
      Values flat;
      for (const Value& x : items) flat.insert(flat.end(), x.more->items.begin(), x.more->items.end());
      return array(std::move(dims), std::move(flat), items[0].more->element);
    }
    const Kind kind = items[0].kind;
    return array(std::move(dims), std::move(items), kind);
  }
  if (auto fields = begins('.'); !fields.empty()) {
    std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    Value v{.kind = Kind::record};
    v.more = std::make_shared<Compound>();
    for (const auto& [name, entry] : fields) {
      const auto rest  = name.substr(prefix.size() + 1);
      const auto field = rest.substr(0, std::min(rest.find('.'), rest.find('[')));
      const Name n     = name_of(field);
      if (n != no_name && std::find(v.more->names.begin(), v.more->names.end(), n) != v.more->names.end()) continue;
      if (n == no_name && field.size() != rest.size()) continue;  // nobody can ask for it
      auto part = find_text(prefix + "." + std::string(field));
      if (!part) return std::nullopt;
      v.more->names.push_back(n);
      v.more->items.push_back(std::move(*part));
    }
    return v;
  }
  return std::nullopt;
}

}  // namespace saltus::modelica
