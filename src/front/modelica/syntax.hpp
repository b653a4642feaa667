#pragma once
// syntax.hpp: a Base Modelica text as a tree, as it was written.
//
// Nodes live in the arena of their Tree and are never changed once they are made; children are spans into the same
// arena. Names are numbers of the tree's NameTable. Nothing here knows what a name means: check.hpp does.

#include <saltus/front/modelica/lexer.hpp>

#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace saltus::modelica {

struct Expression;
struct Statement;
struct ClassDefinition;

struct NamedArgument {
  Name              name;
  const Expression* value;
};
struct Iterator {
  Name              name;
  Place             place;
  const Expression* range;  ///< null: taken from the use of the name
};

enum class Operator : std::uint8_t {
  none,
  add,
  subtract,
  multiply,
  divide,
  power,
  element_add,
  element_subtract,
  element_multiply,
  element_divide,
  element_power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  negate,
  plus,
};

struct Expression {
  enum class Kind : std::uint8_t {
    real,
    integer,
    boolean,
    string,         ///< literals
    reference,      ///< name, further parts in `parts`
    call,           ///< name( args, named )
    operation,      ///< op on one or two args
    conditional,    ///< args: condition, value, condition, value, ..., value
    array,          ///< { args }
    concatenation,  ///< [ rows ; rows ]: args are arrays, one per row
    comprehension,  ///< { args[0] for iterators }, or a reduction call with iterators
    range,          ///< args: from, to or from, step, to
    subscript,      ///< (args[0])[args[1], ...]
    field,          ///< (args[0]).name
    tuple,          ///< ( args ), an output may be null
    partial_call,   ///< function name(named)
    colon,
    end,  ///< in subscripts
  };
  struct Part {
    Name                               name;
    bool                               quoted;
    std::span<const Expression* const> subscripts;
  };
  Kind                               kind;
  Operator                           op     = Operator::none;
  bool                               quoted = false;  ///< the name is in quotes: never a built-in
  Place                              place = 0, length = 1;
  Name                               name      = no_name;  ///< reference, call, field, string
  double                             number    = 0;
  std::span<const Expression* const> args      = {};  ///< of a reference: the subscripts of its first part
  std::span<const Part>              parts     = {};  ///< of a reference: what follows the first part
  std::span<const NamedArgument>     named     = {};
  std::span<const Iterator>          iterators = {};
  /// Of a reference in quotes whose text has expressions as subscripts, 'a.x[\'i\' + 1].y': the same reference with
  /// name a.x, these subscripts and the part y; null otherwise.
  const Expression* expanded = nullptr;
};

/// One statement of an algorithm, or one equation: they have the same forms.
struct Statement {
  enum class Kind : std::uint8_t {
    equation,     ///< left = right
    assignment,   ///< left := right
    call,         ///< left is a call
    conditional,  ///< if
    loop,         ///< for
    repetition,   ///< while: branches[0]
    when,
    leave,     ///< break
    give_back  ///< return
  };
  struct Branch {
    const Expression*                 condition;  ///< null: else
    std::span<const Statement* const> body;
  };
  Kind                      kind;
  Place                     place = 0, length = 1;
  const Expression*         left      = nullptr;
  const Expression*         right     = nullptr;
  std::span<const Branch>   branches  = {};
  std::span<const Iterator> iterators = {};  ///< of a loop; its body is branches[0]
};

struct Modifier {
  Name                      name;
  Place                     place;
  bool                      each;
  const Expression*         value  = nullptr;
  std::span<const Modifier> nested = {};
};

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { none, input, output };

struct Component {
  Name                               type;
  bool                               type_quoted;
  Name                               name;
  Place                              place = 0, length = 1;
  Variability                        variability  = Variability::continuous;
  Causality                          causality    = Causality::none;
  bool                               is_protected = false, is_final = false;
  std::span<const Expression* const> dimensions  = {};  ///< of the type first, then of the name
  std::span<const Modifier>          modifiers   = {};
  const Expression*                  value       = nullptr;
  Name                               description = no_name;
  std::span<const Modifier>          annotation  = {};
};

struct Section {
  enum class Kind : std::uint8_t { equation, algorithm } kind;
  bool                              initial;
  std::span<const Statement* const> body;
};

struct External {
  Name                               language  = no_name;
  const Expression*                  result    = nullptr;  ///< null: none
  Name                               function  = no_name;  ///< no_name: that of the class
  std::span<const Expression* const> arguments = {};
  Place                              place     = 0;
};

struct ClassDefinition {
  enum class Kind : std::uint8_t { package, model, function, record, type, external_object };
  Kind                                    kind;
  Name                                    name  = no_name;
  Place                                   place = 0, length = 1;
  bool                                    is_partial = false, is_impure = false;
  Name                                    description = no_name;
  std::span<const Component>              components  = {};
  std::span<const Section>                sections    = {};
  std::span<const ClassDefinition* const> classes     = {};
  const External*                         external    = nullptr;
  std::span<const Modifier>               annotation  = {};
  // type X = Base[dimensions](modifiers), or an enumeration
  Name                               base        = no_name;
  bool                               base_quoted = false;
  std::span<const Expression* const> dimensions  = {};
  std::span<const Modifier>          modifiers   = {};
  std::span<const Name>              literals    = {};
};

/// Owns everything that was read from one source.
class Tree {
 public:
  explicit Tree(Source text) : source(std::move(text)), problems(source) {}
  Tree(const Tree&)            = delete;
  Tree& operator=(const Tree&) = delete;

  Source    source;
  NameTable names;
  Problems  problems;

  std::vector<const ClassDefinition*> classes;          ///< of the package, or of the file
  std::vector<const ClassDefinition*> library;          ///< functions that the text may use without defining them
  std::span<const Component>          constants;        ///< of the package
  const ClassDefinition*              model = nullptr;  ///< the one to simulate; null when the text has none

  template <class T>
  const T* keep(const T& node) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (arena_.allocate(sizeof(T), alignof(T))) T(node);
  }
  template <class T>
  std::span<const T> keep(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* to = static_cast<T*>(arena_.allocate(sizeof(T) * items.size(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), to);
    return {to, items.size()};
  }
  std::string_view text(Name n) const { return n == no_name ? std::string_view() : names[n]; }

 private:
  std::pmr::monotonic_buffer_resource arena_{1 << 16};
};

}  // namespace saltus::modelica
