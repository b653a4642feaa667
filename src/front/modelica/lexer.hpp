#pragma once
// lexer.hpp: text to tokens, in one pass and without copies: a token is a kind and a place.
//
// Names are interned while they are read, so that everything later compares numbers. Quoted identifiers are decoded:
// 'a.b[2].c' is the name a.b[2].c, which is what results, overrides and messages call it.

#include <saltus/front/modelica/source.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <deque>
#include <vector>

namespace saltus::modelica {

/// A name by its number.
using Name                    = std::int32_t;
inline constexpr Name no_name = -1;

class NameTable {
 public:
  Name             intern(std::string_view text);
  Name             find(std::string_view text) const;  ///< no_name: nobody used it
  std::string_view operator[](Name n) const { return texts_[static_cast<std::size_t>(n)]; }
  std::size_t      size() const { return texts_.size(); }

 private:
  std::deque<std::string>                    texts_;  ///< never moves what it holds
  std::unordered_map<std::string_view, Name> numbers_;
};

enum class Token : std::uint8_t {
  end_of_text,
  identifier,  // plain or quoted
  integer,
  real,
  string,
  // keywords
  k_algorithm,
  k_and,
  k_annotation,
  k_block,
  k_break,
  k_class,
  k_connect,
  k_connector,
  k_constant,
  k_der,
  k_discrete,
  k_each,
  k_else,
  k_elseif,
  k_elsewhen,
  k_encapsulated,
  k_end,
  k_enumeration,
  k_equation,
  k_extends,
  k_external,
  k_false,
  k_final,
  k_flow,
  k_for,
  k_function,
  k_if,
  k_import,
  k_impure,
  k_in,
  k_initial,
  k_input,
  k_loop,
  k_model,
  k_not,
  k_operator,
  k_or,
  k_output,
  k_package,
  k_parameter,
  k_partial,
  k_protected,
  k_public,
  k_pure,
  k_record,
  k_redeclare,
  k_replaceable,
  k_return,
  k_stream,
  k_then,
  k_true,
  k_type,
  k_when,
  k_while,
  k_within,
  // punctuation
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  comma,
  semicolon,
  colon,
  dot,
  assign,
  equals,
  plus,
  minus,
  times,
  divide,
  power,
  dot_plus,
  dot_minus,
  dot_times,
  dot_divide,
  dot_power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal_equal,
  not_equal,
};

/// As a person would name it: "`then`", "a name", "the end of the text".
std::string_view to_text(Token token);

/// The reserved word that a misspelt one was meant to be; empty: none is near.
std::string_view nearest_reserved_word(std::string_view word);

class Lexer {
 public:
  Lexer(const Source& source, NameTable& names, Problems& problems);

  Token  token() const { return token_; }
  Place  place() const { return place_; }    ///< of the token
  Place  end() const { return at_; }         ///< just behind it
  Name   name() const { return name_; }      ///< identifier: decoded; string: its value
  bool   quoted() const { return quoted_; }  ///< an identifier in quotes is never a built-in
  double number() const { return number_; }  ///< integer, real
  Place  previous_end() const { return previous_end_; }

  std::string_view text() const { return text_; }  ///< all of it

  void next();

 private:
  void skip_blanks();
  void read_word();
  void read_quoted(char quote);
  void read_number();
  void problem(Place place, Place length, std::string headline, std::string help = {});

  const Source&    source_;
  NameTable&       names_;
  Problems&        problems_;
  std::string_view text_;
  std::string      decoded_;
  Place            at_ = 0, place_ = 0, previous_end_ = 0;
  Token            token_  = Token::end_of_text;
  Name             name_   = no_name;
  double           number_ = 0;
  bool             quoted_ = false;
};

}  // namespace saltus::modelica
