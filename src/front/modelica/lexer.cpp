#include <saltus/front/modelica/lexer.hpp>

#include <saltus/front/modelica/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace saltus::modelica {

Name NameTable::find(std::string_view text) const {
  const auto at = numbers_.find(text);
  return at == numbers_.end() ? no_name : at->second;
}

Name NameTable::intern(std::string_view text) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  texts_.emplace_back(text);
  const auto n = static_cast<Name>(texts_.size() - 1);
  numbers_.emplace(texts_.back(), n);
  return n;
}

namespace {

using enum Token;

constexpr std::array<std::pair<std::string_view, Token>, 55> keywords = {{
    {"algorithm", k_algorithm},
    {"and", k_and},
    {"annotation", k_annotation},
    {"block", k_block},
    {"break", k_break},
    {"class", k_class},
    {"connect", k_connect},
    {"connector", k_connector},
    {"constant", k_constant},
    {"der", k_der},
    {"discrete", k_discrete},
    {"each", k_each},
    {"else", k_else},
    {"elseif", k_elseif},
    {"elsewhen", k_elsewhen},
    {"encapsulated", k_encapsulated},
    {"end", k_end},
    {"enumeration", k_enumeration},
    {"equation", k_equation},
    {"extends", k_extends},
    {"external", k_external},
    {"false", k_false},
    {"final", k_final},
    {"flow", k_flow},
    {"for", k_for},
    {"function", k_function},
    {"if", k_if},
    {"import", k_import},
    {"impure", k_impure},
    {"in", k_in},
    {"initial", k_initial},
    {"input", k_input},
    {"loop", k_loop},
    {"model", k_model},
    {"not", k_not},
    {"operator", k_operator},
    {"or", k_or},
    {"output", k_output},
    {"package", k_package},
    {"parameter", k_parameter},
    {"partial", k_partial},
    {"protected", k_protected},
    {"public", k_public},
    {"pure", k_pure},
    {"record", k_record},
    {"redeclare", k_redeclare},
    {"replaceable", k_replaceable},
    {"return", k_return},
    {"stream", k_stream},
    {"then", k_then},
    {"true", k_true},
    {"type", k_type},
    {"when", k_when},
    {"while", k_while},
    {"within", k_within},
}};
static_assert(std::is_sorted(keywords.begin(), keywords.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; }));

Token keyword(std::string_view word) {
  const auto found = std::lower_bound(keywords.begin(), keywords.end(), word,
                                      [](const auto& entry, std::string_view w) { return entry.first < w; });
  return found != keywords.end() && found->first == word ? found->second : identifier;
}

/// How other languages write it.
struct Foreign {
  std::string_view spelled, meant;
  Token            token;
};
constexpr std::array<Foreign, 6> foreign_words = {{{"&&", "and", k_and},
                                                   {"||", "or", k_or},
                                                   {"!=", "<>", not_equal},
                                                   {"~=", "<>", not_equal},
                                                   {"!", "not", k_not},
                                                   {"~", "not", k_not}}};

const Foreign* foreign(std::string_view text) {
  for (const Foreign& f : foreign_words)
    if (text.starts_with(f.spelled)) return &f;
  return nullptr;
}

/// `$`, or the number of what cannot be shown.
std::string shown(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (first < 0x20 || first == 0x7F || (first >= 0x80 && character.size() == 1)) return fmt::format("0x{:02X}", first);
  return fmt::format("`{}`", character);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string_view to_text(Token token) {
  switch (token) {
    case end_of_text: return "the end of the text";
    case identifier: return "a name";
    case integer: return "a whole number";
    case real: return "a number";
    case string: return "a text";
    case left_paren: return "`(`";
    case right_paren: return "`)`";
    case left_bracket: return "`[`";
    case right_bracket: return "`]`";
    case left_brace: return "`{`";
    case right_brace: return "`}`";
    case comma: return "`,`";
    case semicolon: return "`;`";
    case colon: return "`:`";
    case dot: return "`.`";
    case assign: return "`:=`";
    case equals: return "`=`";
    case plus: return "`+`";
    case minus: return "`-`";
    case times: return "`*`";
    case divide: return "`/`";
    case power: return "`^`";
    case dot_plus: return "`.+`";
    case dot_minus: return "`.-`";
    case dot_times: return "`.*`";
    case dot_divide: return "`./`";
    case dot_power: return "`.^`";
    case less: return "`<`";
    case less_equal: return "`<=`";
    case greater: return "`>`";
    case greater_equal: return "`>=`";
    case equal_equal: return "`==`";
    case not_equal: return "`<>`";
    default: break;
  }
  for (const auto& [word, k] : keywords)
    if (k == token) return word;
  return "?";
}

std::string_view nearest_reserved_word(std::string_view word) {
  std::vector<std::string_view> all;
  for (const auto& [spelled, token] : keywords) all.push_back(spelled);
  return nearest(word, all);
}

Lexer::Lexer(const Source& source, NameTable& names, Problems& problems)
    : source_(source), names_(names), problems_(problems), text_(source.text()) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  next();
}

void Lexer::problem(Place place, Place length, std::string headline, std::string help) {
  problems_.report(
      {.code = "S0601", .headline = std::move(headline), .place = place, .length = length, .help = std::move(help)});
}

void Lexer::skip_blanks() {
  const auto size = static_cast<Place>(text_.size());
  while (at_ < size) {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (c == '/' && at_ + 1 < size && text_[at_ + 1] == '/') {
      const auto end = text_.find('\n', at_);
      at_            = end == std::string_view::npos ? size : static_cast<Place>(end);
    } else if (c == '/' && at_ + 1 < size && text_[at_ + 1] == '*') {
      const auto end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) {
        problem(at_, 2, "this comment has no end", "close it with */");
        at_ = size;
      } else {
        at_ = static_cast<Place>(end) + 2;
      }
    } else {
      return;
    }
  }
}

void Lexer::next() {
  previous_end_ = at_;
  skip_blanks();
  place_           = at_;
  const auto size  = static_cast<Place>(text_.size());
  const auto after = [&](Place k) { return at_ + k < size ? text_[at_ + k] : '\0'; };
  const auto take  = [&](Token token, Place length) {
    token_ = token;
    at_ += length;
  };
  if (at_ >= size) return take(end_of_text, 0);
  const char c = text_[at_];
  if (is_letter(c)) return read_word();
  if (c == '\'' || c == '"') return read_quoted(c);
  if (is_digit(c) || (c == '.' && is_digit(after(1)))) return read_number();
  switch (c) {
    case '(': return take(left_paren, 1);
    case ')': return take(right_paren, 1);
    case '[': return take(left_bracket, 1);
    case ']': return take(right_bracket, 1);
    case '{': return take(left_brace, 1);
    case '}': return take(right_brace, 1);
    case ',': return take(comma, 1);
    case ';': return take(semicolon, 1);
    case ':': return after(1) == '=' ? take(assign, 2) : take(colon, 1);
    case '=': return after(1) == '=' ? take(equal_equal, 2) : take(equals, 1);
    case '<': return after(1) == '=' ? take(less_equal, 2) : after(1) == '>' ? take(not_equal, 2) : take(less, 1);
    case '>': return after(1) == '=' ? take(greater_equal, 2) : take(greater, 1);
    case '+': return take(plus, 1);
    case '-': return take(minus, 1);
    case '*':
      if (after(1) != '*') return take(times, 1);
      problem(at_, 2, "`**` is not Modelica", "write `^`");
      return take(power, 2);
    case '/': return take(divide, 1);
    case '^': return take(power, 1);
    case '.':
      switch (after(1)) {
        case '+': return take(dot_plus, 2);
        case '-': return take(dot_minus, 2);
        case '*': return take(dot_times, 2);
        case '/': return take(dot_divide, 2);
        case '^': return take(dot_power, 2);
        default: return take(dot, 1);
      }
    default: break;
  }
  if (const Foreign* f = foreign(text_.substr(at_, 2))) {
    problem(at_, static_cast<Place>(f->spelled.size()), fmt::format("`{}` is not Modelica", f->spelled),
            fmt::format("write `{}`", f->meant));
    return take(f->token, static_cast<Place>(f->spelled.size()));
  }
  Place length = 1;  // a character of several bytes is one mistake
  while (at_ + length < size && (static_cast<unsigned char>(text_[at_ + length]) & 0xC0) == 0x80) ++length;
  problem(at_, 1, fmt::format("the character {} has no meaning here", shown(text_.substr(at_, length))),
          c == '#' || c == '%' ? "comments begin with //" : "names with such characters are written in single quotes");
  at_ += length;
  next();
}

void Lexer::read_word() {
  const auto size = static_cast<Place>(text_.size());
  while (at_ < size && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
  const auto word = text_.substr(place_, at_ - place_);
  token_          = keyword(word);
  quoted_         = false;
  if (token_ == identifier) name_ = names_.intern(word);
}

void Lexer::read_quoted(char quote) {
  const auto size    = static_cast<Place>(text_.size());
  const auto begin   = ++at_;
  bool       escaped = false;
  while (at_ < size && text_[at_] != quote) {
    if (text_[at_] == '\\') {
      escaped = true;
      ++at_;
    } else if (text_[at_] == '\n' && quote == '\'') {
      break;
    }
    ++at_;
  }
  if (at_ >= size || text_[at_] != quote) {
    problem(place_, 1, quote == '"' ? "this text has no end" : "this name has no closing quote",
            fmt::format("close it with {}", quote));
    at_ = std::min(at_, size);
  }
  auto text = text_.substr(begin, at_ - begin);
  if (at_ < size && text_[at_] == quote) ++at_;
  if (escaped) {
    decoded_.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\' || i + 1 == text.size()) {
        decoded_ += text[i];
        continue;
      }
      constexpr std::string_view from = "abfnrtv", to = "\a\b\f\n\r\t\v";
      const char                 c = text[++i];
      const auto                 k = from.find(c);
      decoded_ += k == std::string_view::npos ? c : to[k];
    }
    text = decoded_;
  }
  name_   = names_.intern(text);
  token_  = quote == '"' ? string : identifier;
  quoted_ = true;
}

void Lexer::read_number() {
  const auto size   = static_cast<Place>(text_.size());
  const auto digits = [&] {
    while (at_ < size && is_digit(text_[at_])) ++at_;
  };
  bool whole = true;
  digits();
  if (at_ < size && text_[at_] == '.' &&
      !(at_ + 1 < size && std::string_view("+-*/^").find(text_[at_ + 1]) != std::string_view::npos)) {
    whole = false;
    ++at_;
    digits();
  }
  if (at_ < size && (text_[at_] == 'e' || text_[at_] == 'E')) {
    Place k = at_ + 1;
    if (k < size && (text_[k] == '+' || text_[k] == '-')) ++k;
    if (k < size && is_digit(text_[k])) {
      whole = false;
      at_   = k;
      digits();
    } else {
      problem(place_, k - place_, fmt::format("`{}` has no exponent", text_.substr(place_, k - place_)),
              "write for example 1e-3");
      at_ = k;
    }
  }
  const auto* first = text_.data() + place_;
  const auto  read  = std::from_chars(first, text_.data() + at_, number_);
  if (read.ec == std::errc::result_out_of_range)
    number_ = text_.substr(place_, at_ - place_).find('-') != std::string_view::npos
                  ? 0.0
                  : std::numeric_limits<double>::infinity();
  token_ = whole ? integer : real;
}

}  // namespace saltus::modelica
