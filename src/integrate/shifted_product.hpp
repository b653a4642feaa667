#pragma once
// shifted_product.hpp: sigma F_x' v + F_x v by differentiation in the direction of v, without any matrix.

#include <saltus/integrate/linear_solver.hpp>
#include <saltus/model/equations.hpp>

#include <complex>
#include <span>
#include <vector>

namespace saltus::integrate {

/// A point of the equations, to be differentiated at.
class Linearization {
 public:
  bool known() const { return equations_ != nullptr; }

  void stand_at(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx) {
    equations_ = &equations;
    t_         = t;
    x_.assign(x.begin(), x.end());
    dx_.assign(dx.begin(), dx.end());
  }

  void multiply(double shift, std::span<const double> v, std::span<double> result) {
    w_.resize(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) w_[i] = shift * v[i];
    equations_->directional(t_, x_, dx_, v, w_, result);
  }
  /// The equations are real: one product for the real parts, one for the imaginary ones.
  void multiply(std::complex<double> shift, std::span<const std::complex<double>> v,
                std::span<std::complex<double>> result) {
    const std::size_t n = v.size();
    for (auto* each : {&v_, &w_, &r_}) each->resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      v_[i] = v[i].real();
      w_[i] = shift.real() * v[i].real() - shift.imag() * v[i].imag();
    }
    equations_->directional(t_, x_, dx_, v_, w_, r_);
    for (std::size_t i = 0; i < n; ++i) {
      v_[i]     = v[i].imag();
      w_[i]     = shift.real() * v[i].imag() + shift.imag() * v[i].real();
      result[i] = r_[i];
    }
    equations_->directional(t_, x_, dx_, v_, w_, r_);
    for (std::size_t i = 0; i < n; ++i) result[i].imag(r_[i]);
  }

 private:
  model::Equations*   equations_ = nullptr;
  double              t_         = 0;
  std::vector<double> x_, dx_, v_, w_, r_;
};

template <class Scalar>
class ShiftedProduct final : public Product<Scalar> {
 public:
  ShiftedProduct(Linearization& here, Scalar shift) : here_(here), shift_(shift) {}
  void operator()(std::span<const Scalar> v, std::span<Scalar> result) const override {
    here_.multiply(shift_, v, result);
  }

 private:
  Linearization& here_;
  Scalar         shift_;
};

}  // namespace saltus::integrate
