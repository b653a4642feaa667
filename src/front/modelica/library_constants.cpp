// library_constants.cpp: Modelica.Constants (library.hpp). Exports have them as numbers; people write their names.
// Values: exact ones of the SI of 2019 and CODATA 2018.

#include <saltus/front/modelica/library.hpp>

#include <limits>
#include <numbers>
#include <unordered_map>

namespace saltus::modelica {

std::optional<double> library_constant(std::string_view name) {
  constexpr std::string_view package = "Modelica.Constants.";
  if (!name.starts_with(package)) return std::nullopt;
  constexpr double pi = std::numbers::pi, light = 299792458, charge = 1.602176634e-19, boltzmann = 1.380649e-23,
                   avogadro = 6.02214076e23, planck = 6.62607015e-34, permeability = 1.25663706212e-6;
  static const std::unordered_map<std::string_view, double> known = {
      {"pi", pi},
      {"e", std::numbers::e},
      {"D2R", pi / 180},
      {"R2D", 180 / pi},
      {"gamma", std::numbers::egamma},
      {"eps", std::numeric_limits<double>::epsilon()},
      {"small", std::numeric_limits<double>::min()},
      {"inf", std::numeric_limits<double>::max()},
      {"Integer_inf", std::numeric_limits<int>::max()},
      {"c", light},
      {"g_n", 9.80665},
      {"G", 6.67430e-11},
      {"q", charge},
      {"F", charge * avogadro},
      {"h", planck},
      {"k", boltzmann},
      {"R", boltzmann * avogadro},
      {"sigma", 2 * pi * pi * pi * pi * pi * boltzmann * boltzmann * boltzmann * boltzmann /
                    (15 * planck * planck * planck * light * light)},
      {"N_A", avogadro},
      {"mu_0", permeability},
      {"epsilon_0", 1 / (permeability * light * light)},
      {"T_zero", -273.15},
  };
  const auto at = known.find(name.substr(package.size()));
  return at == known.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace saltus::modelica
