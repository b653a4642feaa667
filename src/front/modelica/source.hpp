#pragma once
// source.hpp: a model's text, places in it, and what is wrong there.
//
// A place is an offset into the text, so that a token costs four bytes of it; lines are counted when somebody asks.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::modelica {

using Place = std::uint32_t;

struct Position {
  int              line = 1, column = 1;  ///< from 1; the column counts characters, not bytes
  std::string_view text;                  ///< the whole line
};

class Source {
 public:
  Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  const std::string& name() const { return name_; }
  std::string_view   text() const { return text_; }
  Position           position(Place place) const;

 private:
  std::string                name_, text_;
  mutable std::vector<Place> line_begins_;
};

/// One thing that is wrong with a model, for a person.
struct Problem {
  std::string              code;      ///< "S0601"
  std::string              headline;  ///< what is wrong, with the user's names
  Place                    place  = 0;
  Place                    length = 1;   ///< of what is underlined
  std::string              label  = {};  ///< beside the underline
  std::vector<std::string> notes  = {};
  std::string              help   = {};
};

/// Collects problems, so that one run shows several.
class Problems {
 public:
  explicit Problems(const Source& source) : source_(source) {}

  void report(Problem problem);
  bool none() const { return found_.empty(); }
  bool full() const { return found_.size() >= most; }  ///< what follows would be noise

  const std::vector<Problem>& found() const { return found_; }
  const Source&               source() const { return source_; }
  /// Throws InputError with all of them, if there are any.
  void        throw_if_any() const;
  std::string text() const;

 private:
  static constexpr std::size_t most = 20;
  const Source&                source_;
  std::vector<Problem>         found_;
};

}  // namespace saltus::modelica
