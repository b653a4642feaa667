#pragma once
// console.hpp: stdout carries data, stderr carries messages, and colour is for terminals only.

#include <cstdio>
#include <string>
#include <string_view>

namespace saltus::cli {

struct Diagnostic;

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

  /// What was typed: for the record, and to know early whether errors are to be JSON.
  void begin(int argc, const char* const* argv);

  const Style&       out_style() const { return out_style_; }
  const Style&       err_style() const { return err_style_; }
  std::FILE*         out() const { return out_; }
  std::FILE*         err() const { return err_; }
  const std::string& command() const { return command_; }

  void print(std::string_view data);
  void say(std::string_view text);  ///< on stderr, as it is
  /// In the one shape of error_text.hpp, or {"error": {"code": ..., "message": ..., "notes": [...], "help": ...}}.
  void error(const Diagnostic& diagnostic);
  void error(std::string_view text);  ///< each line that begins with a code is an error of its own
  void note(std::string_view message);
  bool all_written();  ///< false if a part of the data was lost, for example on a full disk

 private:
  std::FILE*  out_;
  std::FILE*  err_;
  Style       out_style_, err_style_;
  std::string command_;
  bool        json_ = false;
};

}  // namespace saltus::cli
