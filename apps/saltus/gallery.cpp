#include "command.hpp"
#include "console.hpp"
#include "example_texts.hpp"
#include "help.hpp"
#include "model_source.hpp"

#include <saltus/core/error.hpp>
#include <saltus/problems/family.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <vector>

namespace saltus::cli {
namespace {

struct Arguments {
  std::string word;
  bool        json = false;
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

struct Shelf {
  std::string                           title;
  std::vector<const problems::Problem*> problems = {};
  std::vector<const ExampleText*>       texts    = {};
};

constexpr const char* title_of_texts = "Texts: models in flat Modelica";

/// The problems that have the word in their name, their title or that of their family; all of them without a word.
std::vector<Shelf> shelves(const std::string& word) {
  std::vector<Shelf> all;
  const std::string  wanted = lower(word);
  const auto         has    = [&](const std::string& text) { return lower(text).find(wanted) != std::string::npos; };
  for (const auto& family : problems::families()) {
    Shelf shelf{family.title};
    for (const auto& p : family.problems)
      if (has(family.title) || has(p.id) || has(p.title)) shelf.problems.push_back(&p);
    if (!shelf.problems.empty()) all.push_back(std::move(shelf));
  }
  Shelf texts{title_of_texts};
  for (const auto& e : example_texts())
    if (has(title_of_texts) || has(std::string(e.name)) || has(std::string(e.title()))) texts.texts.push_back(&e);
  if (!texts.texts.empty()) all.push_back(std::move(texts));
  if (all.empty())
    throw InputError(fmt::format(
        "S0510: no problem of the gallery has \"{}\" in its name, title or family. `saltus gallery` lists all.", word));
  return all;
}

std::string text(const std::vector<Shelf>& all, const Style& style) {
  std::size_t width = 0;
  for (const auto& shelf : all) {
    for (const auto* p : shelf.problems) width = std::max(width, p->id.size());
    for (const auto* e : shelf.texts) width = std::max(width, e->name.size());
  }
  std::string out;
  for (const auto& shelf : all) {
    out += (out.empty() ? "" : "\n") + style.heading(shelf.title) + "\n";
    for (const auto* p : shelf.problems)
      out += fmt::format("  {:<{}}  {}{}\n", p->id, width, p->title, p->later ? style.faint("  [later]") : "");
    for (const auto* e : shelf.texts) out += fmt::format("  {:<{}}  {}\n", e->name, width, e->title());
  }
  return out;
}

std::string json(const std::vector<Shelf>& all) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& shelf : all) {
    for (const auto* e : shelf.texts) {
      const auto loaded = load_model(fmt::format("gallery:{}", e->name), {});
      list.push_back({{"model", loaded.name},
                      {"title", loaded.title},
                      {"family", shelf.title},
                      {"source", fmt::format("examples/{}", e->name)},
                      {"t_start", loaded.t_start},
                      {"t_end", loaded.t_end},
                      {"implicit", loaded.make()->form() == model::Form::implicit_dae},
                      {"later", false}});
    }
    for (const auto* p : shelf.problems)
      list.push_back({{"model", "gallery:" + p->id},
                      {"title", p->title},
                      {"family", shelf.title},
                      {"source", p->source},
                      {"t_start", p->t_start},
                      {"t_end", p->t_end},
                      {"implicit", p->implicit},
                      {"later", p->later}});
  }
  return list.dump(2) + "\n";
}

}  // namespace

Command add_gallery(CLI::App& program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App*  parser    = program.add_subcommand("gallery", "List the models that `saltus run gallery:<model>` knows");
  set_example(*parser, "  saltus gallery\n  saltus gallery friction\n");
  parser->add_option("word", arguments->word, "List those that have it in their name, title or family")
      ->option_text("[WORD]");
  parser->add_flag("--json", arguments->json, "Print as JSON");
  parser->footer("[later]: the whole answer needs Zeno or sliding handling, which is not there yet.");
  return {parser, [arguments](Console& console) {
            const auto found = shelves(arguments->word);
            console.print(arguments->json ? json(found) : text(found, console.out_style()));
            return ExitCode::done;
          }};
}

}  // namespace saltus::cli
