// parser.cpp: recursive descent over the tokens of a Base Modelica text.
//
// Problem    several mistakes are to be reported at once, each at its place, none twice.
// Method     one function per construct of the grammar (Modelica Language Specification, appendix A, without what
//            flattening removes). A mistake is reported where it is met and throws `Lost`; declarations, equations and
//            statements catch it, skip to the end of theirs, and go on.
// Cost       linear: one token of look-ahead, no copies of text, nodes in an arena.

#include <saltus/front/modelica/parser.hpp>

#include <saltus/front/modelica/library.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace saltus::modelica {

namespace {

using enum Token;

struct Lost {};  ///< the rest of this construct cannot be understood

class Parser {
 public:
  explicit Parser(Tree& tree) : tree_(tree), problems_(tree.problems), lexer_(tree.source, tree.names, tree.problems) {}

  /// Reads another text into the same tree: what a quoted name says, or the library. Its nodes are at the place of `at`.
  Parser(Tree& tree, const Source& name, Problems& problems, const Expression& at)
      : tree_(tree), problems_(problems), lexer_(name, tree.names, problems), at_(&at) {}

  void file();
  void library();

 private:
  using Nodes = std::vector<const Expression*>;

  // -- tokens
  bool is(Token token) const { return lexer_.token() == token; }
  bool accept(Token token) {
    if (!is(token)) return false;
    lexer_.next();
    return true;
  }
  void              expect(Token token, std::string_view after);
  static bool       is_word(Token token) { return token >= k_algorithm && token <= k_within; }
  std::string       meant() const;
  bool              on_a_new_line() const;
  std::string       here() const;
  [[noreturn]] void lost(std::string headline, std::string help = {});
  [[noreturn]] void mistake(const Expression& at, std::string headline, std::string help);
  Place             length_from(Place place) const { return lexer_.previous_end() - place; }
  Name              identifier_here(std::string_view what, bool* quoted = nullptr);
  Name              reserved_word_as_name();
  void              skip_to_end_of_statement();

  // -- expressions, from the loosest binding to the tightest
  const Expression*         expression();
  const Expression*         simple_expression();
  const Expression*         disjunction();
  const Expression*         conjunction();
  const Expression*         negation();
  const Expression*         relation();
  const Expression*         sum();
  const Expression*         product();
  const Expression*         factor();
  const Expression*         primary();
  const Expression*         postfix(const Expression* of);
  const Expression*         named_thing();
  const Expression*         expanded(const Expression& e);
  const Expression*         call(Expression e);
  const Expression*         braces();
  const Expression*         brackets();
  const Expression*         parentheses();
  Nodes                     subscripts();
  std::span<const Iterator> iterators();
  const Expression*         make(Expression e) {
            e.length = length_from(e.place);
            if (at_ != nullptr) e.place = at_->place, e.length = at_->length;
    return tree_.keep(e);
  }
  const Expression* binary(Operator op, const Expression* a, const Expression* b) {
    return make({.kind = Expression::Kind::operation, .op = op, .place = a->place, .args = tree_.keep(Nodes{a, b})});
  }

  // -- statements and equations
  using Body = std::vector<const Statement*>;
  std::span<const Statement* const> body(bool equations);
  const Statement*                  statement(bool equation);
  const Statement*                  branches(Statement s, Token first, Token more, Token opens, bool equation);
  const Statement*                  loop(Statement s, bool equation);
  void                              end_of(const Statement& s, Token first);
  bool                              body_ends() const;

  // -- declarations
  const ClassDefinition*    class_definition();
  void                      type_definition(ClassDefinition& c);
  void                      contents(ClassDefinition& c);
  void                      component_clause(std::vector<Component>& to, bool is_protected);
  bool                      misspelt(const Component& c, Place begun);
  Section                   section();
  const External*           external();
  std::span<const Modifier> modification();
  Modifier                  modifier();
  Name                      description();
  std::span<const Modifier> annotation();

  Tree&              tree_;
  Problems&          problems_;
  Lexer              lexer_;
  const Expression*  at_    = nullptr;
  std::size_t        known_ = 0;  ///< problems when the present statement or declaration began
  std::vector<Token> misused_;    ///< reserved words that were used as names
};

// ---- tokens ---------------------------------------------------------------------------------------------------------

std::string Parser::here() const {
  switch (lexer_.token()) {
    case identifier: return fmt::format("the name `{}`", tree_.names[lexer_.name()]);
    case string: return "a text";
    case integer:
    case real: return fmt::format("the number {}", lexer_.number());
    default: {
      const auto text = to_text(lexer_.token());
      return text.front() == '`' || lexer_.token() == end_of_text ? std::string(text) : fmt::format("`{}`", text);
    }
  }
}

/// Says so, unless an earlier mistake explains it: one in the same statement, or any before the end of the text.
void Parser::lost(std::string headline, std::string help) {
  const std::size_t explained = is(end_of_text) ? 0 : known_;
  const Place       place = is(end_of_text) && lexer_.previous_end() > 0 ? lexer_.previous_end() - 1 : lexer_.place();
  if (problems_.found().size() <= explained)
    problems_.report({.code     = "S0601",
                      .headline = std::move(headline),
                      .place    = place,
                      .length   = std::max(lexer_.end(), place + 1) - place,
                      .help     = std::move(help)});
  throw Lost{};
}

/// Of something that has been read.
void Parser::mistake(const Expression& at, std::string headline, std::string help) {
  if (problems_.found().size() <= known_)
    problems_.report(
        {.code = "S0601", .headline = std::move(headline), .place = at.place, .length = at.length, .help = std::move(help)});
  throw Lost{};
}

/// The reserved word that a name was meant to be, as a question; empty: none is near.
std::string Parser::meant() const {
  if (!is(identifier)) return {};
  const auto near = nearest_reserved_word(tree_.names[lexer_.name()]);
  return near.empty() ? std::string() : fmt::format("did you mean `{}`?", near);
}

bool Parser::on_a_new_line() const {
  const auto between = lexer_.text().substr(lexer_.previous_end(), lexer_.place() - lexer_.previous_end());
  return between.find('\n') != std::string_view::npos;
}

void Parser::expect(Token token, std::string_view after) {
  if (accept(token)) return;
  const std::string wanted = is_word(token) ? fmt::format("`{}`", to_text(token)) : std::string(to_text(token));
  if (token == semicolon && on_a_new_line() && !is(end_of_text)) {  // where it is missing; what follows is read as usual
    if (problems_.found().size() <= known_)
      problems_.report({.code     = "S0601",
                        .headline = fmt::format("{} expected {}", wanted, after),
                        .place    = lexer_.previous_end() - 1,
                        .label    = "the line ends here without it",
                        .help     = "end the line with `;`"});
    return;
  }
  if (token == k_then && is(equals)) lost("`=` is for equations; `==` compares", "write `==`");
  const bool word = is_word(token);
  lost(fmt::format("{} expected {}, not {}", wanted, after, here()), word ? meant() : std::string());
}

/// Flow, input, loop, ... where only a name makes sense: said once, and then read as the name.
Name Parser::reserved_word_as_name() {
  const auto word = to_text(lexer_.token());
  if (std::find(misused_.begin(), misused_.end(), lexer_.token()) == misused_.end()) {
    misused_.push_back(lexer_.token());
    problems_.report({.code     = "S0601",
                      .headline = fmt::format("`{}` is a word of the language and cannot be a name", word),
                      .place    = lexer_.place(),
                      .length   = lexer_.end() - lexer_.place(),
                      .help     = fmt::format("choose another name, or write '{}' in single quotes", word)});
    known_ = problems_.found().size();
  }
  lexer_.next();
  return tree_.names.intern(word);
}

Name Parser::identifier_here(std::string_view what, bool* quoted) {
  if (is_word(lexer_.token()) && !is(identifier) && !is(k_end) && !is(k_equation) && !is(k_algorithm) && !is(k_der)) {
    if (quoted != nullptr) *quoted = false;
    return reserved_word_as_name();
  }
  if (!is(identifier)) lost(fmt::format("{} expected, not {}", what, here()));
  const Name n = lexer_.name();
  if (quoted != nullptr) *quoted = lexer_.quoted();
  lexer_.next();
  return n;
}

/// Behind the next semicolon of this level, or before what can only begin something else.
void Parser::skip_to_end_of_statement() {
  for (int depth = 0; !is(end_of_text); lexer_.next()) {
    if (is(left_paren) || is(left_brace) || is(left_bracket)) ++depth;
    if (is(right_paren) || is(right_brace) || is(right_bracket)) --depth;
    if (is(semicolon)) {  // whatever is still open: a bracket is forgotten more often than a semicolon is put inside
      lexer_.next();
      return;
    }
    if (is(k_equation) || is(k_algorithm) || is(k_end)) return;
  }
}

// ---- expressions ----------------------------------------------------------------------------------------------------

const Expression* Parser::expression() {
  if (!is(k_if)) return simple_expression();
  const Place place = lexer_.place();
  Nodes       parts;
  do {
    lexer_.next();
    parts.push_back(expression());
    expect(k_then, "after the condition");
    parts.push_back(expression());
  } while (is(k_elseif));
  expect(k_else, "to complete the `if` expression");
  parts.push_back(expression());
  return make({.kind = Expression::Kind::conditional, .place = place, .args = tree_.keep(parts)});
}

const Expression* Parser::simple_expression() {
  const Expression* first = disjunction();
  if (!is(colon)) return first;
  lexer_.next();
  Nodes parts{first, disjunction()};
  if (accept(colon)) parts.push_back(disjunction());
  return make({.kind = Expression::Kind::range, .place = first->place, .args = tree_.keep(parts)});
}

const Expression* Parser::disjunction() {
  const Expression* e = conjunction();
  while (accept(k_or)) e = binary(Operator::logical_or, e, conjunction());
  return e;
}
const Expression* Parser::conjunction() {
  const Expression* e = negation();
  while (accept(k_and)) e = binary(Operator::logical_and, e, negation());
  return e;
}
const Expression* Parser::negation() {
  if (!is(k_not)) return relation();
  const Place place = lexer_.place();
  lexer_.next();
  const Expression* of = negation();
  return make(
      {.kind = Expression::Kind::operation, .op = Operator::logical_not, .place = place, .args = tree_.keep(Nodes{of})});
}

const Expression* Parser::relation() {
  const Expression* e  = sum();
  Operator          op = Operator::none;
  switch (lexer_.token()) {
    case less: op = Operator::less; break;
    case less_equal: op = Operator::less_equal; break;
    case greater: op = Operator::greater; break;
    case greater_equal: op = Operator::greater_equal; break;
    case equal_equal: op = Operator::equal; break;
    case not_equal: op = Operator::not_equal; break;
    default: return e;
  }
  lexer_.next();
  return binary(op, e, sum());
}

const Expression* Parser::sum() {
  const Place place = lexer_.place();
  Operator    sign  = Operator::none;
  if (is(minus) || is(dot_minus)) sign = Operator::negate;
  else if (is(plus) || is(dot_plus)) sign = Operator::plus;
  if (sign != Operator::none) lexer_.next();
  const Expression* e = product();
  if (sign == Operator::negate)
    e = make({.kind = Expression::Kind::operation, .op = sign, .place = place, .args = tree_.keep(Nodes{e})});
  for (;;) {
    Operator op = Operator::none;
    switch (lexer_.token()) {
      case plus: op = Operator::add; break;
      case minus: op = Operator::subtract; break;
      case dot_plus: op = Operator::element_add; break;
      case dot_minus: op = Operator::element_subtract; break;
      default: return e;
    }
    lexer_.next();
    e = binary(op, e, product());
  }
}

const Expression* Parser::product() {
  const Expression* e = factor();
  for (;;) {
    Operator op = Operator::none;
    switch (lexer_.token()) {
      case times: op = Operator::multiply; break;
      case divide: op = Operator::divide; break;
      case dot_times: op = Operator::element_multiply; break;
      case dot_divide: op = Operator::element_divide; break;
      default: return e;
    }
    lexer_.next();
    e = binary(op, e, factor());
  }
}

const Expression* Parser::factor() {
  const Expression* e = primary();
  if (!is(power) && !is(dot_power)) return e;
  const Operator op = is(power) ? Operator::power : Operator::element_power;
  lexer_.next();
  return binary(op, e, primary());
}

const Expression* Parser::primary() {
  const Place place = lexer_.place();
  Expression  e{.kind = Expression::Kind::real, .place = place};
  switch (lexer_.token()) {
    case integer:
    case real:
      e.kind   = is(integer) ? Expression::Kind::integer : Expression::Kind::real;
      e.number = lexer_.number();
      lexer_.next();
      return make(e);
    case string:
      e.kind = Expression::Kind::string;
      e.name = lexer_.name();
      lexer_.next();
      return make(e);
    case k_true:
    case k_false:
      e.kind   = Expression::Kind::boolean;
      e.number = is(k_true) ? 1 : 0;
      lexer_.next();
      return make(e);
    case left_paren: return postfix(parentheses());
    case left_brace: return postfix(braces());
    case left_bracket: return postfix(brackets());
    case k_end:
      e.kind = Expression::Kind::end;
      lexer_.next();
      return make(e);
    case k_der:
    case k_initial:
    case k_pure: {
      e.name = tree_.names.intern(to_text(lexer_.token()));
      lexer_.next();
      if (!is(left_paren)) lost(fmt::format("`(` expected after `{}`, not {}", tree_.names[e.name], here()));
      return call(e);
    }
    case identifier:
    case dot: return named_thing();
    case minus:  // 2 * -3 is not Modelica, but it is printed and written often enough
    case plus: {
      const Operator op = is(minus) ? Operator::negate : Operator::plus;
      lexer_.next();
      const Expression* of = factor();
      return make({.kind = Expression::Kind::operation, .op = op, .place = place, .args = tree_.keep(Nodes{of})});
    }
    case k_flow:
    case k_stream:
    case k_input:
    case k_output:
    case k_block:
    case k_class:
    case k_connector:
    case k_model:
    case k_record:
    case k_type:
    case k_package:
    case k_operator:
    case k_parameter:
    case k_constant:
    case k_discrete:
    case k_loop:
      e.kind = Expression::Kind::reference;
      e.name = reserved_word_as_name();
      return postfix(make(e));
    default: lost(fmt::format("an expression expected, not {}", here()));
  }
}

const Expression* Parser::named_thing() {
  accept(dot);
  Expression e{.kind = Expression::Kind::reference, .quoted = lexer_.quoted(), .place = lexer_.place()};
  e.name = identifier_here("a name");
  if (is(left_paren)) return postfix(call(e));
  if (is(left_bracket)) e.args = tree_.keep(subscripts());
  std::vector<Expression::Part> parts;
  while (accept(dot)) {
    Expression::Part part{.name = no_name, .quoted = lexer_.quoted(), .subscripts = {}};
    part.name = identifier_here("a name after the dot");
    if (is(left_paren)) {  // a function of a package that was not flattened away, such as Modelica.Math.sin(x)
      std::string name(tree_.names[e.name]);
      for (const auto& p : parts) name += "." + std::string(tree_.names[p.name]);
      e.name = tree_.names.intern(name + "." + std::string(tree_.names[part.name]));
      e.args = {};
      return postfix(call(e));
    }
    if (is(left_bracket)) part.subscripts = tree_.keep(subscripts());
    parts.push_back(part);
  }
  e.parts = tree_.keep(parts);
  if (e.quoted && at_ == nullptr) e.expanded = expanded(e);
  return make(e);
}

/// Where a subscript that is not a number begins in the text of a name; npos: nowhere.
std::size_t expression_in(std::string_view name, std::size_t from = 0) {
  for (auto open = name.find('[', from); open != std::string_view::npos; open = name.find('[', open + 1)) {
    const auto end = name.find_first_not_of("0123456789,", open + 1);
    if (end == std::string_view::npos || name[end] != ']') return open;
  }
  return std::string_view::npos;
}

const Expression* Parser::expanded(const Expression& e) {
  const std::string name(tree_.names[e.name]);
  auto              open = expression_in(name);
  if (open == std::string::npos) return nullptr;
  Expression out{.kind = Expression::Kind::reference, .quoted = true, .place = e.place};
  out.name = tree_.names.intern(name.substr(0, open));
  std::vector<Expression::Part> parts;
  while (open != std::string::npos) {
    const Source rest("", name.substr(open));
    Problems     ignored(rest);  // then the name is just a name
    try {
      Parser      inner(tree_, rest, ignored, e);
      const Nodes found                                    = inner.subscripts();
      (parts.empty() ? out.args : parts.back().subscripts) = tree_.keep(found);
      open += inner.lexer_.previous_end();
    } catch (Lost) { return nullptr; }
    if (!ignored.none()) return nullptr;
    if (open == name.size()) break;
    if (name[open] != '.') return nullptr;
    const auto next = expression_in(name, open);
    parts.push_back(
        {.name = tree_.names.intern(name.substr(open + 1, next - open - 1)), .quoted = true, .subscripts = {}});
    open = next;
  }
  if (!e.args.empty()) return nullptr;
  parts.insert(parts.end(), e.parts.begin(), e.parts.end());
  out.parts = tree_.keep(parts);
  return make(out);
}

/// At the opening parenthesis; name and place are those of `e`.
const Expression* Parser::call(Expression e) {
  e.kind = Expression::Kind::call;
  lexer_.next();
  Nodes                      args;
  std::vector<NamedArgument> named;
  while (!is(right_paren)) {
    if (is(k_function)) {
      Expression partial{.kind = Expression::Kind::partial_call, .place = lexer_.place()};
      lexer_.next();
      partial.quoted       = lexer_.quoted();
      partial.name         = identifier_here("the name of a function");
      const Expression* of = call(partial);
      partial.named        = of->named;
      args.push_back(make(partial));
    } else {
      const Expression* a = expression();
      if (is(equals) && a->kind == Expression::Kind::reference && a->parts.empty() && a->args.empty()) {
        lexer_.next();
        named.push_back({a->name, expression()});
      } else if (is(k_for)) {
        e.kind      = Expression::Kind::comprehension;
        e.iterators = iterators();
        args.push_back(a);
      } else {
        args.push_back(a);
      }
    }
    if (!accept(comma)) break;
  }
  expect(right_paren, "after the arguments");
  e.args  = tree_.keep(args);
  e.named = tree_.keep(named);
  return make(e);
}

std::span<const Iterator> Parser::iterators() {
  expect(k_for, "before the iterators");
  std::vector<Iterator> out;
  do {
    Iterator i{.name = no_name, .place = lexer_.place(), .range = nullptr};
    i.name  = identifier_here("the name of an iterator");
    i.range = accept(k_in) ? expression() : nullptr;
    out.push_back(i);
  } while (accept(comma));
  return tree_.keep(out);
}

const Expression* Parser::braces() {
  Expression e{.kind = Expression::Kind::array, .place = lexer_.place()};
  lexer_.next();
  Nodes items;
  if (!is(right_brace)) {
    items.push_back(expression());
    if (is(k_for)) {
      e.kind      = Expression::Kind::comprehension;
      e.iterators = iterators();
    } else {
      while (accept(comma)) items.push_back(expression());
    }
  }
  expect(right_brace, "after the elements");
  e.args = tree_.keep(items);
  return make(e);
}

const Expression* Parser::brackets() {
  Expression e{.kind = Expression::Kind::concatenation, .place = lexer_.place()};
  lexer_.next();
  Nodes rows;
  do {
    Expression row{.kind = Expression::Kind::array, .place = lexer_.place()};
    Nodes      items{expression()};
    while (accept(comma)) items.push_back(expression());
    row.args = tree_.keep(items);
    rows.push_back(make(row));
  } while (accept(semicolon));
  expect(right_bracket, "after the rows");
  e.args = tree_.keep(rows);
  return make(e);
}

/// ( e ), or the outputs ( a, , c ) of a call.
const Expression* Parser::parentheses() {
  const Place place = lexer_.place();
  lexer_.next();
  Nodes items;
  bool  is_tuple = false;
  while (!is(right_paren)) {
    if (is(comma)) {
      items.push_back(nullptr);
      is_tuple = true;
      lexer_.next();
      if (is(right_paren)) items.push_back(nullptr);
      continue;
    }
    items.push_back(expression());
    if (!accept(comma)) break;
    is_tuple = true;
    if (is(right_paren)) items.push_back(nullptr);
  }
  expect(right_paren, "to close the parenthesis");
  if (!is_tuple && items.size() == 1) return items[0];
  return make({.kind = Expression::Kind::tuple, .place = place, .args = tree_.keep(items)});
}

Parser::Nodes Parser::subscripts() {
  lexer_.next();
  Nodes out;
  do {
    if (is(colon)) {
      const Place place = lexer_.place();
      lexer_.next();
      out.push_back(make({.kind = Expression::Kind::colon, .place = place}));
    } else {
      out.push_back(expression());
    }
  } while (accept(comma));
  expect(right_bracket, "after the subscripts");
  return out;
}

const Expression* Parser::postfix(const Expression* of) {
  for (;;) {
    if (is(left_bracket)) {
      Nodes parts = subscripts();
      parts.insert(parts.begin(), of);
      of = make({.kind = Expression::Kind::subscript, .place = of->place, .args = tree_.keep(parts)});
    } else if (is(dot)) {
      lexer_.next();
      Expression e{.kind = Expression::Kind::field, .quoted = lexer_.quoted(), .place = of->place};
      e.name = identifier_here("a name after the dot");
      e.args = tree_.keep(Nodes{of});
      of     = make(e);
    } else {
      return of;
    }
  }
}

// ---- statements and equations ---------------------------------------------------------------------------------------

bool Parser::body_ends() const {
  switch (lexer_.token()) {
    case end_of_text:
    case k_end:
    case k_else:
    case k_elseif:
    case k_elsewhen:
    case k_equation:
    case k_algorithm:
    case k_protected:
    case k_public:
    case k_annotation:
    case k_external: return true;
    default: return false;
  }
}

std::span<const Statement* const> Parser::body(bool equations) {
  Body out;
  while (!problems_.full()) {
    if (accept(semicolon)) continue;
    if (is(k_initial)) {  // `initial equation` ends the section; `initial()` cannot begin a statement
      break;
    }
    if (body_ends()) break;
    known_ = problems_.found().size();
    try {
      out.push_back(statement(equations));
    } catch (Lost) { skip_to_end_of_statement(); }
  }
  return tree_.keep(out);
}

const Statement* Parser::statement(bool equation) {
  Statement  s{.kind = equation ? Statement::Kind::equation : Statement::Kind::assignment, .place = lexer_.place()};
  const auto finish = [&] {
    s.length = length_from(s.place);
    description();
    annotation();
    expect(semicolon, equation ? "after the equation" : "after the statement");
    return tree_.keep(s);
  };
  switch (lexer_.token()) {
    case k_if: return branches(s, k_if, k_elseif, k_then, equation);
    case k_when: return branches(s, k_when, k_elsewhen, k_then, equation);
    case k_while: return branches(s, k_while, end_of_text, k_loop, equation);
    case k_for: return loop(s, equation);
    case k_break:
    case k_return:
      s.kind = is(k_break) ? Statement::Kind::leave : Statement::Kind::give_back;
      lexer_.next();
      return finish();
    case k_connect: lost("`connect` does not belong to a flat model", "let a Modelica tool flatten the model first");
    default: break;
  }
  s.left = equation ? simple_expression() : primary();
  if (equation && is(assign)) lost("`:=` assigns in algorithms; an equation has `=`", "write `=`");
  if (!equation && is(equals)) lost("`=` is for equations; a statement of an algorithm has `:=`", "write `:=`");
  if (accept(equation ? equals : assign)) {
    s.right = expression();
  } else if (s.left->kind == Expression::Kind::call) {
    s.kind = Statement::Kind::call;
  } else {
    if (s.left->kind == Expression::Kind::operation && s.left->op == Operator::equal)
      mistake(*s.left, "`==` compares; an equation has `=`", "write `=`");
    lost(fmt::format("{} expected, not {}", equation ? "`=`" : "`:=`", here()), meant());
  }
  return finish();
}

const Statement* Parser::branches(Statement s, Token first, Token more, Token opens, bool equation) {
  s.kind = first == k_if     ? Statement::Kind::conditional
           : first == k_when ? Statement::Kind::when
                             : Statement::Kind::repetition;
  std::vector<Statement::Branch> out;
  do {
    lexer_.next();
    Statement::Branch b{.condition = expression(), .body = {}};
    expect(opens, "after the condition");
    if (out.empty()) s.length = length_from(s.place);
    b.body = body(equation);
    out.push_back(b);
  } while (is(more));
  if (first == k_if && accept(k_else)) out.push_back({nullptr, body(equation)});
  end_of(s, first);
  s.branches = tree_.keep(out);
  return tree_.keep(s);
}

/// end if; end when; ... of a statement that began with `first`.
void Parser::end_of(const Statement& s, Token first) {
  known_      = problems_.found().size();
  Lexer ahead = lexer_;
  ahead.next();
  if (!is(k_end) || ahead.token() != first)
    mistake({.kind = Expression::Kind::reference, .place = s.place, .length = s.length},
            fmt::format("this `{}` has no `end {}`", to_text(first), to_text(first)),
            fmt::format("write `end {};` before {}, in line {}", to_text(first), here(),
                        tree_.source.position(lexer_.place()).line));
  lexer_.next();
  lexer_.next();
  description();
  annotation();
  expect(semicolon, fmt::format("after `end {}`", to_text(first)));
}

const Statement* Parser::loop(Statement s, bool equation) {
  s.kind      = Statement::Kind::loop;
  s.iterators = iterators();
  s.length    = length_from(s.place);
  expect(k_loop, "after the iterators");
  const std::vector<Statement::Branch> out{{nullptr, body(equation)}};
  end_of(s, k_for);
  s.branches = tree_.keep(out);
  return tree_.keep(s);
}

// ---- declarations ---------------------------------------------------------------------------------------------------

Name Parser::description() {
  if (!is(string)) return no_name;
  Name text = lexer_.name();
  lexer_.next();
  while (accept(plus)) {  // "a" + "b"
    if (!is(string)) lost(fmt::format("a text expected after `+`, not {}", here()));
    text = tree_.names.intern(std::string(tree_.names[text]) + std::string(tree_.names[lexer_.name()]));
    lexer_.next();
  }
  return text;
}

std::span<const Modifier> Parser::annotation() {
  if (!accept(k_annotation)) return {};
  if (!is(left_paren)) lost(fmt::format("`(` expected after `annotation`, not {}", here()));
  return modification();
}

/// At the opening parenthesis.
std::span<const Modifier> Parser::modification() {
  lexer_.next();
  std::vector<Modifier> out;
  while (!is(right_paren)) {
    out.push_back(modifier());
    if (!accept(comma)) break;
  }
  expect(right_paren, "after the modifiers");
  return tree_.keep(out);
}

Modifier Parser::modifier() {
  Modifier m{};
  m.each = accept(k_each);
  accept(k_final);
  m.each  = accept(k_each) || m.each;
  m.place = lexer_.place();
  m.name  = identifier_here("the name of an attribute");
  while (accept(dot))
    m.name =
        tree_.names.intern(std::string(tree_.names[m.name]) + "." + std::string(tree_.names[identifier_here("a name")]));
  if (is(left_paren)) m.nested = modification();
  if (accept(equals)) m.value = expression();
  description();
  return m;
}

void Parser::component_clause(std::vector<Component>& to, bool is_protected) {
  Component c{};
  c.is_protected = is_protected;
  for (;; lexer_.next()) {
    if (is(k_final)) c.is_final = true;
    else if (is(k_parameter)) c.variability = Variability::parameter;
    else if (is(k_constant)) c.variability = Variability::constant;
    else if (is(k_discrete)) c.variability = Variability::discrete;
    else if (is(k_input)) c.causality = Causality::input;
    else if (is(k_output)) c.causality = Causality::output;
    else if (is(k_protected)) c.is_protected = true;
    else if (!is(k_pure) && !is(k_flow) && !is(k_stream)) break;
  }
  const Place begun = lexer_.place();
  c.type            = identifier_here("a type or a declaration", &c.type_quoted);
  while (accept(dot))
    c.type =
        tree_.names.intern(std::string(tree_.names[c.type]) + "." + std::string(tree_.names[identifier_here("a name")]));
  const Nodes of_type = is(left_bracket) ? subscripts() : Nodes{};
  do {
    if (!is(identifier) && misspelt(c, begun)) return;
    Component one    = c;
    one.place        = lexer_.place();
    one.name         = identifier_here(fmt::format("the name of a variable after the type `{}`", tree_.names[c.type]));
    one.length       = length_from(one.place);
    Nodes dimensions = of_type;
    if (is(left_bracket)) {
      const Nodes more = subscripts();
      dimensions.insert(dimensions.begin(), more.begin(), more.end());
    }
    one.dimensions = tree_.keep(dimensions);
    if (is(left_paren)) one.modifiers = modification();
    if (accept(equals) || accept(assign)) one.value = expression();
    one.description = description();
    one.annotation  = annotation();
    to.push_back(one);
  } while (accept(comma));
  if (is(identifier) && !on_a_new_line() && misspelt(c, begun)) return;
  expect(semicolon, "after the declaration");
}

/// Where a declaration cannot be understood: `paramter Real x`, or `equations` and what follows. The first word was meant
/// to be another one.
bool Parser::misspelt(const Component& c, Place begun) {
  const auto near = c.type_quoted ? "" : nearest_reserved_word(tree_.names[c.type]);
  if (near.empty()) return false;
  problems_.report({.code     = "S0601",
                    .headline = fmt::format("`{}` is no word of the language", tree_.names[c.type]),
                    .place    = begun,
                    .length   = static_cast<Place>(tree_.names[c.type].size()),
                    .help     = fmt::format("did you mean `{}`?", near)});
  if (near == "equation" || near == "algorithm") body(near == "equation");
  else skip_to_end_of_statement();
  return true;
}

Section Parser::section() {
  Section s{};
  s.initial = accept(k_initial);
  s.kind    = is(k_equation) ? Section::Kind::equation : Section::Kind::algorithm;
  if (!is(k_equation) && !is(k_algorithm))
    lost(fmt::format("`equation` or `algorithm` expected after `initial`, not {}", here()));
  lexer_.next();
  s.body = body(s.kind == Section::Kind::equation);
  return s;
}

const External* Parser::external() {
  External e{.place = lexer_.place()};
  lexer_.next();
  if (is(string)) {
    e.language = lexer_.name();
    lexer_.next();
  }
  if (is(identifier)) {
    const Expression* first = primary();
    if (accept(equals)) {
      e.result = first;
      first    = primary();
    }
    if (first->kind != Expression::Kind::call) lost("the call of an external function expected");
    e.function  = first->name;
    e.arguments = first->args;
  }
  annotation();
  expect(semicolon, "after the external function");
  return tree_.keep(e);
}

/// Everything up to `end`.
void Parser::contents(ClassDefinition& c) {
  std::vector<Component>              components;
  std::vector<Section>                sections;
  std::vector<const ClassDefinition*> classes;
  bool                                is_protected = false;
  while (!is(k_end) && !is(end_of_text) && !problems_.full()) {
    known_ = problems_.found().size();
    try {
      switch (lexer_.token()) {
        case semicolon: lexer_.next(); break;
        case k_public:
        case k_protected:
          is_protected = is(k_protected);
          lexer_.next();
          break;
        case k_equation:
        case k_algorithm:
        case k_initial: sections.push_back(section()); break;
        case k_external: c.external = external(); break;
        case k_annotation:
          c.annotation = annotation();
          expect(semicolon, "after the annotation");
          break;
        case k_extends: {
          const Place place = lexer_.place();
          lexer_.next();
          const Name base = identifier_here("a class");
          if (tree_.names[base] != "ExternalObject")
            mistake({.kind = Expression::Kind::reference, .place = place, .length = length_from(place)},
                    "`extends` does not belong to a flat model", "let a Modelica tool flatten the model first");
          c.kind = ClassDefinition::Kind::external_object;
          expect(semicolon, "after `extends ExternalObject`");
          break;
        }
        case k_package:
        case k_model:
        case k_class:
        case k_block:
        case k_function:
        case k_record:
        case k_operator:
        case k_type:
        case k_partial:
        case k_impure:
        case k_encapsulated: classes.push_back(class_definition()); break;
        case k_connector:
        case k_import:
        case k_redeclare:
        case k_replaceable:
          lost(fmt::format("`{}` does not belong to a flat model", to_text(lexer_.token())),
               "let a Modelica tool flatten the model first");
        case k_pure: {  // `pure function`, or `pure constant`
          Lexer ahead = lexer_;
          ahead.next();
          if (ahead.token() == k_function) classes.push_back(class_definition());
          else component_clause(components, is_protected);
          break;
        }
        default: component_clause(components, is_protected);
      }
    } catch (Lost) {
      const Place stuck = lexer_.place();
      skip_to_end_of_statement();
      if (lexer_.place() == stuck && !is(k_end) && !is(k_equation) && !is(k_algorithm)) lexer_.next();
    }
  }
  c.components = tree_.keep(components);
  c.sections   = tree_.keep(sections);
  c.classes    = tree_.keep(classes);
}

void Parser::type_definition(ClassDefinition& c) {
  if (accept(k_enumeration)) {
    expect(left_paren, "after `enumeration`");
    std::vector<Name> literals;
    while (!is(right_paren)) {
      literals.push_back(identifier_here("the name of a literal"));
      description();
      annotation();
      if (!accept(comma)) break;
    }
    expect(right_paren, "after the literals");
    c.literals = tree_.keep(literals);
  } else {
    c.base = identifier_here("a type", &c.base_quoted);
    if (is(left_bracket)) c.dimensions = tree_.keep(subscripts());
    if (is(left_paren)) c.modifiers = modification();
  }
  c.description = description();
  c.annotation  = annotation();
  expect(semicolon, "after the type");
}

const ClassDefinition* Parser::class_definition() {
  ClassDefinition c{.kind = ClassDefinition::Kind::model};
  for (;; lexer_.next()) {
    if (is(k_partial)) c.is_partial = true;
    else if (is(k_impure)) c.is_impure = true;
    else if (!is(k_encapsulated) && !is(k_pure) && !is(k_operator)) break;
  }
  switch (lexer_.token()) {
    case k_package: c.kind = ClassDefinition::Kind::package; break;
    case k_function: c.kind = ClassDefinition::Kind::function; break;
    case k_record: c.kind = ClassDefinition::Kind::record; break;
    case k_type: c.kind = ClassDefinition::Kind::type; break;
    case k_model:
    case k_class:
    case k_block: break;
    default: lost(fmt::format("`model` or `package` expected, not {}", here()), meant());
  }
  const Token opened = lexer_.token();
  lexer_.next();
  c.place  = lexer_.place();
  c.name   = identifier_here(fmt::format("the name of the {}", to_text(opened)));
  c.length = length_from(c.place);
  if (accept(equals)) {
    type_definition(c);
    return tree_.keep(c);
  }
  c.description = description();
  contents(c);
  expect(k_end, fmt::format("to close the {} `{}`", to_text(opened), tree_.names[c.name]));
  if (is(identifier) && lexer_.name() != c.name)
    lost(fmt::format("the {} `{}` ends with the name `{}`", to_text(opened), tree_.names[c.name],
                     tree_.names[lexer_.name()]),
         fmt::format("write `end {};`, or give the {} this name", tree_.names[c.name], to_text(opened)));
  identifier_here(fmt::format("the name `{}` after `end`", tree_.names[c.name]));
  expect(semicolon, "after the class");
  return tree_.keep(c);
}

void Parser::file() {
  std::vector<const ClassDefinition*> found;
  const auto                          top = [&] {
    while (!is(end_of_text) && !problems_.full()) {
      try {
        if (accept(semicolon)) continue;
        if (accept(k_within)) {
          while (!is(semicolon) && !is(end_of_text)) lexer_.next();
          continue;
        }
        found.push_back(class_definition());
      } catch (Lost) { return; }  // where a class begins or ends nobody knows any more
    }
  };
  top();
  for (const ClassDefinition* c : found) {
    if (c->kind == ClassDefinition::Kind::package) {
      for (const ClassDefinition* inner : c->classes) tree_.classes.push_back(inner);
      tree_.constants = c->components;
    } else {
      tree_.classes.push_back(c);
    }
  }
  for (const ClassDefinition* c : tree_.classes) {
    if (c->kind != ClassDefinition::Kind::model) continue;
    if (tree_.model != nullptr && problems_.none())
      problems_.report({.code     = "S0601",
                        .headline = fmt::format("the text has two models, `{}` and `{}`",
                                                tree_.names[tree_.model->name], tree_.names[c->name]),
                        .place    = c->place,
                        .length   = c->length,
                        .help     = "put each model into a file of its own"});
    tree_.model = c;
  }
  if (tree_.model == nullptr && problems_.none())
    problems_.report(
        {.code = "S0601", .headline = "the text has no model", .help = "write `model Name ... equation ... end Name;`"});
}

void Parser::library() {
  while (!is(end_of_text)) tree_.library.push_back(class_definition());
}

/// What the text names without defining it, and what that names in turn, as far as the library has it.
void supply(Tree& tree) {
  std::vector<const ClassDefinition*> defined(tree.names.size(), nullptr);
  const auto                          define = [&](const ClassDefinition* c) {
    if (defined.size() < tree.names.size()) defined.resize(tree.names.size(), nullptr);
    defined[static_cast<std::size_t>(c->name)] = c;
  };
  for (const ClassDefinition* c : tree.classes) define(c);
  const auto       named = [&](std::string_view name) { return tree.names.find(name) != no_name; };
  const Expression at{.kind = Expression::Kind::reference};
  const auto       read = [&](const LibraryDefinition& what) {
    const Source text("library", std::string(what.text));
    Problems     problems(text);
    Parser(tree, text, problems, at).library();
    problems.throw_if_any();
    define(tree.library.back());
  };
  for (Name n = 0; n < static_cast<Name>(tree.names.size()); ++n) {  // names are added while definitions are read
    const auto k = static_cast<std::size_t>(n);
    if (k < defined.size() && defined[k] != nullptr) continue;
    const LibraryDefinition* found = library_definition(tree.names[n], named);
    if (found == nullptr) continue;
    const auto original = static_cast<std::size_t>(tree.names.intern(found->name));
    if (original >= defined.size() || defined[original] == nullptr) read(*found);
    if (original == k) continue;
    ClassDefinition same = *defined[original];
    same.name            = n;
    tree.library.push_back(tree.keep(same));
    define(tree.library.back());
  }
}

}  // namespace

namespace {

/// Files of other kinds are not read at all.
bool is_text(const Source& source, Problems& problems) {
  const auto zero = source.text().find('\0');
  if (zero == std::string_view::npos) return true;
  const bool wide = source.text().starts_with("\xFF\xFE") || source.text().starts_with("\xFE\xFF");
  problems.report(
      {.code = "S0601",
       .headline =
           wide ? "this file is written in UTF-16" : fmt::format("this file is no text: its byte {} is zero", zero + 1),
       .help = wide ? "save it as UTF-8" : "a model is a text such as `model Name ... equation ... end Name;`"});
  return false;
}

}  // namespace

std::unique_ptr<Tree> parse(Source source) {
  auto tree = std::make_unique<Tree>(std::move(source));
  if (!is_text(tree->source, tree->problems)) return tree;
  Parser(*tree).file();
  supply(*tree);
  return tree;
}

}  // namespace saltus::modelica
