#include <saltus/front/modelica/translate.hpp>

#include <saltus/front/modelica/parser.hpp>

#include <utility>
#include <vector>

namespace saltus::modelica {

std::shared_ptr<const SortedModel> translate(std::string name, std::string text, std::span<const Setting> settings) {
  struct Translated {
    std::unique_ptr<Tree> tree;  ///< functions of the model refer to it
    SortedModel           sorted;
  };
  auto tree = parse(Source(std::move(name), std::move(text)));
  tree->problems.throw_if_any();
  auto flat = elaborate(*tree, settings, tree->problems);
  tree->problems.throw_if_any();
  auto sorted = sort(std::move(*flat), tree->problems);
  tree->problems.throw_if_any();
  const auto all = std::make_shared<Translated>(Translated{std::move(tree), std::move(*sorted)});
  if (all->sorted.flat.has_homotopy)
    all->sorted.eased = [tree = all->tree.get(), settings = std::vector(settings.begin(), settings.end())]() {
      Problems problems(tree->problems.source());
      auto     easy = elaborate(*tree, settings, problems, true);
      auto     made = easy ? sort(std::move(*easy), problems) : std::nullopt;
      problems.throw_if_any();
      return std::make_shared<SortedModel>(std::move(*made));
    };
  return {all, &all->sorted};
}

}  // namespace saltus::modelica
