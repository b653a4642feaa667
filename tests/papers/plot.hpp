#pragma once
// plot.hpp: curves, marks and state diagrams as small SVG files that are readable on light and on dark pages.
//
// Coordinates are rounded to a tenth of a pixel, so that a picture is the same wherever the numbers are.

#include <string>
#include <vector>

namespace saltus::papers {

struct Point {
  double x, y;
};

struct Curve {
  enum class Style { line, dashed, dots };
  std::string                     name;
  std::vector<std::vector<Point>> pieces;  ///< a jump ends a piece
  Style                           style = Style::line;
};

/// One diagram; a picture stacks them.
struct Panel {
  std::string         x_label, y_label;
  std::vector<Curve>  curves;
  std::vector<double> marks = {};  ///< vertical lines: events
  bool                log_x = false, log_y = false;
};

std::string draw(const std::string& title, const std::vector<Panel>& panels);

struct Edge {
  int         from, to;
  std::string label;
};
/// States in a row; edges to the right above, to the left below.
std::string draw_states(const std::string& title, const std::vector<std::string>& states, const std::vector<Edge>& edges);

}  // namespace saltus::papers
