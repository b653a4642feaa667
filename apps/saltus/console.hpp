#pragma once
// console.hpp: stdout carries data, stderr carries messages, and colour is for terminals only.

#include <cstdio>
#include <string>
#include <string_view>

namespace saltus::cli {

/// How text is marked on its way to a terminal. Elsewhere it stays as it is.
class Style {
 public:
  explicit Style(bool colour) : colour_(colour) {}
  std::string heading(std::string_view text) const { return marked("1", text); }
  std::string error(std::string_view text) const { return marked("1;31", text); }
  std::string faint(std::string_view text) const { return marked("2", text); }

 private:
  std::string marked(std::string_view code, std::string_view text) const;
  bool        colour_;
};

class Console {
 public:
  explicit Console(std::FILE* out = stdout, std::FILE* err = stderr);

  const Style& out_style() const { return out_style_; }
  const Style& err_style() const { return err_style_; }

  void print(std::string_view data);
  void say(std::string_view text);                                   ///< on stderr, as it is
  void error(std::string_view message, std::string_view code = {});  ///< one without more to say; see error_text.hpp
  void note(std::string_view message);
  bool all_written();  ///< false if a part of the data was lost, for example on a full disk

 private:
  std::FILE* out_;
  std::FILE* err_;
  Style      out_style_, err_style_;
};

}  // namespace saltus::cli
