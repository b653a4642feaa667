#include "flat_models.hpp"

namespace saltus::modelica::test {
namespace {

std::vector<std::string> headlines(std::string text) {
  const auto               tree = parse(Source("test.mo", std::move(text)));
  std::vector<std::string> out;
  for (const auto& p : tree->problems.found()) {
    EXPECT_EQ(p.code, "S0601");
    const auto at = tree->source.position(p.place);
    out.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + p.headline);
  }
  return out;
}

TEST(ModelicaParser, DecodesQuotedNames) {
  const Flat f = flat("model M Real 'a.b[2].c', 'it\\'s'; equation 'a.b[2].c' = 1; 'it\\'s' = 'a.b[2].c'; end M;");
  EXPECT_EQ(f.model->variables[0].name, "a.b[2].c");
  EXPECT_EQ(f.text_of("it's"), "a.b[2].c");
}

TEST(ModelicaParser, ReadsSubscriptsInsideOfQuotedNames) {
  const auto  tree = parse(Source("test.mo", "model M Real x; equation x = 'a.v[\\'k\\' + 1].w[2].re'; end M;"));
  const auto* e    = tree->model->sections[0].body[0]->right;
  ASSERT_NE(e->expanded, nullptr);
  EXPECT_EQ(tree->text(e->expanded->name), "a.v");
  ASSERT_EQ(e->expanded->args.size(), 1u);
  EXPECT_EQ(e->expanded->args[0]->kind, Expression::Kind::operation);
  ASSERT_EQ(e->expanded->parts.size(), 1u);
  EXPECT_EQ(tree->text(e->expanded->parts[0].name), "w[2].re");
  EXPECT_EQ(e->expanded->place, e->place) << "problems are shown at the name";
}

TEST(ModelicaParser, ReportsSeveralMistakesEachAtItsPlace) {
  const auto found =
      headlines("model M\n  Real x;\n  Real = 2;\nequation\n  x := 1;\n  x = (1 + ;\n  x = 2;\nend M;\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].starts_with("3:8 ")) << found[0];
  EXPECT_TRUE(found[1].starts_with("5:5 ")) << found[1];
  EXPECT_TRUE(found[2].starts_with("6:12 ")) << found[2];
}

TEST(ModelicaParser, NamesWhatHasNoEnd) {
  EXPECT_EQ(headlines("model M Real x \"text; end M;").front(), "1:16 this text has no end");
  EXPECT_EQ(headlines("model M /* comment").front(), "1:9 this comment has no end");
  EXPECT_FALSE(headlines("model M Real x; equation x = 1;").empty());
}

TEST(ModelicaParser, RefusesWhatIsNotFlat) {
  EXPECT_EQ(headlines("model M equation connect(a, b); end M;").size(), 1u);
  EXPECT_EQ(headlines("model M extends Base; end M;").size(), 1u);
}

}  // namespace
}  // namespace saltus::modelica::test
