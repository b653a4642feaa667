#pragma once
// sparsity.hpp: what can be read off the graph of a mode: patterns, pending surfaces, colours for the Jacobian.

#include <saltus/model/model.hpp>

namespace saltus::model {

/// Lists the pending surfaces of a mode from its consultations and whens: each once, in order of first appearance, and
/// who asks for it.
void list_surfaces(Mode& mode, const Catalogue& catalogue);

/// Fills in everything of a mode that follows from its consultations, whens and equations.
void complete(Mode& mode, const Catalogue& catalogue, std::size_t n, bool implicit);

/// Adds the entries of another pattern of the same size. True when there were new ones.
bool join(Pattern& pattern, const Pattern& other);

/// Greedy colouring: columns of one colour have no row in common. Returns the number of colours.
int colour_columns(const Pattern& pattern, std::vector<int>& colour);

}  // namespace saltus::model
