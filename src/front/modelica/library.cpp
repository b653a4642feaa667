#include <saltus/front/modelica/library.hpp>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace saltus::modelica {

namespace {

/// A package of the library that models receive as an argument, and how it is told from others.
struct Package {
  std::string_view              name;
  std::vector<std::string_view> has;         ///< the text names one of these below the instance
  std::vector<std::string_view> lacks = {};  ///< and none of these
};

const std::vector<Package>& packages() {
  static const std::vector<Package> all = {
      {"Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed",
       {"pressureLoss_m_flow.interpolateInRegion2", "massFlowRate_dp.interpolateInRegion2"}},
      {"Modelica.Fluid.Pipes.BaseClasses.WallFriction.LaminarAndQuadraticTurbulent",
       {"pressureLoss_m_flow", "massFlowRate_dp"},
       {"pressureLoss_m_flow.interpolateInRegion2", "massFlowRate_dp.interpolateInRegion2"}},
      {"Modelica.Media.Air.MoistAir", {"Utilities.spliceFunction", "enthalpyOfWater"}},
  };
  return all;
}

struct Index {
  std::map<std::string, LibraryDefinition, std::less<>>             definitions;
  std::unordered_map<std::string_view, std::vector<const Package*>> members;  ///< by the name within the package
};

/// Each definition begins with its kind and its name at the margin and ends with "end 'name';" there; a type is a line.
void add(Index& index, std::string_view family) {
  std::size_t begin = std::string_view::npos;
  for (std::size_t at = 0; at < family.size();) {
    const std::size_t      end  = std::min(family.find('\n', at), family.size());
    const std::string_view line = family.substr(at, end - at);
    if (line.starts_with("type '")) begin = at;
    if (line.starts_with("end '") || line.starts_with("type '")) {
      const std::string_view text = family.substr(begin, end - begin);
      const std::size_t      from = text.find('\'') + 1, to = std::min(text.find("'\n"), text.find("' = "));
      std::string            name(text.substr(from, to - from));
      std::erase(name, '\\');  // of quotes inside of names
      index.definitions.emplace(name, LibraryDefinition{name, text});
      begin = std::string_view::npos;
    } else if (begin == std::string_view::npos && !line.empty() && line.find('\'') != line.npos) {
      begin = at;
    }
    at = end + 1;
  }
}

Index make_index() {
  Index index;
  for (const std::string_view family :
       {library_air(), library_blocks(), library_complex(), library_electrical(), library_fluid(), library_math(),
        library_mechanics(), library_media(), library_random(), library_special(), library_spice(), library_units(),
        library_utilities(), library_water()})
    add(index, family);
  for (const Package& p : packages())
    for (const auto& [name, definition] : index.definitions)
      if (name.size() > p.name.size() && name.starts_with(p.name) && name[p.name.size()] == '.')
        index.members[std::string_view(name).substr(p.name.size() + 1)].push_back(&p);
  return index;
}

const Index& whole_index() {
  static const Index index = make_index();
  return index;
}

}  // namespace

std::vector<std::string_view> library_names() {
  std::vector<std::string_view> out;
  for (const auto& [name, definition] : whole_index().definitions) out.push_back(name);
  return out;
}

const LibraryDefinition* library_definition(std::string_view name, const std::function<bool(std::string_view)>& named) {
  const Index& index = whole_index();
  if (const auto at = index.definitions.find(name); at != index.definitions.end()) return &at->second;
  for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
    const auto at = index.members.find(name.substr(dot + 1));
    if (at == index.members.end()) continue;
    const std::string path(name.substr(0, dot + 1));
    const auto        names_one = [&](const std::vector<std::string_view>& of) {
      for (const std::string_view x : of)
        if (named(path + std::string(x))) return true;
      return false;
    };
    const Package* found = nullptr;
    for (const Package* p : at->second)
      if (names_one(p->has) && !names_one(p->lacks)) {
        if (found != nullptr) return nullptr;  // two packages fit: neither is certain
        found = p;
      }
    if (found != nullptr) return &index.definitions.at(std::string(found->name) + "." + std::string(at->first));
  }
  return nullptr;
}

}  // namespace saltus::modelica
