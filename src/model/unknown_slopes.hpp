#pragma once
// unknown_slopes.hpp: equations among whose unknowns are derivatives of others.

#include <cstddef>

namespace saltus::model {

/// What implicit Equations may be as well. Derivatives that are not unknowns are under no error control; one that has to
/// be solved for need not be better than they are.
class UnknownSlopes {
 public:
  /// The component whose derivative the algebraic component i is (an acceleration that has to be solved for), or -1.
  virtual int slope_of(std::size_t i) const = 0;

 protected:
  ~UnknownSlopes() = default;
};

}  // namespace saltus::model
