// klu_solver.cpp: sparse LU by KLU.
//
// Method     block triangular form, AMD ordering, left-looking LU with threshold pivoting. The symbolic analysis is made
//            once per pattern, and shared by all solvers of it. The first factorisation chooses pivots; later ones keep them and recompute numbers only,
//            which takes about a third of the time. Where kept pivots let the numbers grow, pivots are chosen anew.
// Reference  Davis & Palamadai Natarajan, Algorithm 907: KLU, ACM Trans. Math. Softw. 37 (2010) 36:1-36:17.
// Notation   growth: min over columns of max |A| / max |U|, 1 is perfect (KLU's rgrowth).
// Invariant  a clone replays the choice of pivots, so it gives the same bits.
// Cost       recomputing and solving allocate nothing; choosing pivots does, within KLU.

#include <saltus/integrate/arithmetic.hpp>
#include <saltus/integrate/linear_solvers.hpp>

#include <saltus/core/error.hpp>

#include <fmt/format.h>
#include <klu.h>

#include <concepts>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace saltus::integrate {

namespace {

/// The error of a solution is about eps / growth. Newton does not notice 1e-12.
constexpr double good_growth = 1e-4;
/// Below that, pivots are chosen anew, unless the growth is no worse than when they were chosen: it would not help.
constexpr double same_growth = 0.1;

}  // namespace

class KluAnalysis {
 public:
  explicit KluAnalysis(const model::Pattern& of) : pattern_(of) {
    if (klu_defaults(&common_) != 1) throw BugInSaltus("klu_defaults failed");
    symbolic_ = klu_analyze(static_cast<int>(pattern_.n), pattern_.column_begin.data(), pattern_.row.data(), &common_);
    // A pattern that no values make regular has an analysis as well; its factorisations say so.
    if (symbolic_ == nullptr)
      throw BugInSaltus(fmt::format("klu_analyze returned status {} for n = {}", common_.status, pattern_.n));
  }
  KluAnalysis(const KluAnalysis&) = delete;
  ~KluAnalysis() { klu_free_symbolic(&symbolic_, &common_); }

  const model::Pattern& pattern() const { return pattern_; }
  // KLU declares its arguments without const, and only reads these.
  int*          columns() const { return const_cast<int*>(pattern_.column_begin.data()); }
  int*          rows() const { return const_cast<int*>(pattern_.row.data()); }
  klu_symbolic* symbolic() const { return symbolic_; }

 private:
  model::Pattern pattern_;
  klu_common     common_{};
  klu_symbolic*  symbolic_ = nullptr;
};

std::shared_ptr<const KluAnalysis> analyze_klu(const model::Pattern& pattern) {
  return std::make_shared<const KluAnalysis>(pattern);
}

namespace {

template <class Scalar>
class KluSolver final : public LinearSolver<Scalar> {
  static constexpr bool is_real = std::same_as<Scalar, double>;

 public:
  explicit KluSolver(std::shared_ptr<const KluAnalysis> analysis)
      : analysis_(std::move(analysis)), values_(analysis_->pattern().nonzeros()) {
    if (klu_defaults(&common_) != 1) throw BugInSaltus("klu_defaults failed");
  }
  KluSolver(const KluSolver& other) : KluSolver(other.analysis_) {
    if (other.numeric_ == nullptr) return;
    choose_pivots(other.pivot_values_);
    if (other.recomputed_) recompute(other.values_);
  }
  KluSolver& operator=(const KluSolver&) = delete;
  ~KluSolver() override { free_numeric(); }

  std::unique_ptr<LinearSolver<Scalar>> clone() const override { return std::make_unique<KluSolver>(*this); }
  std::string                           description() const override { return "sparse"; }

  bool factorize(std::span<const Scalar> values) override {
    if (!all_finite(values)) return false;
    if (numeric_ != nullptr && recompute(values)) {
      const double now = growth();
      if (now >= good_growth || now >= same_growth * pivot_growth_) return true;
    }
    return choose_pivots(values);
  }

  void solve(std::span<Scalar> b, const Product<Scalar>*) override {
    SALTUS_ASSERT(numeric_ != nullptr);
    auto*     x = reinterpret_cast<double*>(b.data());
    const int n = static_cast<int>(analysis_->pattern().n);
    int       done;
    if constexpr (is_real) done = klu_solve(symbolic(), numeric_, n, 1, x, &common_);
    else done = klu_z_solve(symbolic(), numeric_, n, 1, x, &common_);
    if (done != 1) throw BugInSaltus(fmt::format("klu_solve returned status {} for n = {}", common_.status, n));
  }

 private:
  int*          columns() const { return analysis_->columns(); }
  int*          rows() const { return analysis_->rows(); }
  klu_symbolic* symbolic() const { return analysis_->symbolic(); }
  double*       numbers() { return reinterpret_cast<double*>(values_.data()); }

  bool choose_pivots(std::span<const Scalar> values) {
    free_numeric();
    recomputed_ = false;
    values_.assign(values.begin(), values.end());
    if constexpr (is_real) numeric_ = klu_factor(columns(), rows(), numbers(), symbolic(), &common_);
    else numeric_ = klu_z_factor(columns(), rows(), numbers(), symbolic(), &common_);
    if (common_.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
    if (numeric_ == nullptr || common_.status != KLU_OK) {
      free_numeric();
      return false;
    }
    pivot_values_.assign(values.begin(), values.end());
    pivot_growth_ = growth();
    return true;
  }

  /// With the pivots that are there. A zero among them says nothing about the matrix.
  bool recompute(std::span<const Scalar> values) {
    values_.assign(values.begin(), values.end());
    recomputed_ = true;
    int done;
    if constexpr (is_real) done = klu_refactor(columns(), rows(), numbers(), symbolic(), numeric_, &common_);
    else done = klu_z_refactor(columns(), rows(), numbers(), symbolic(), numeric_, &common_);
    return done == 1 && common_.status == KLU_OK;
  }

  double growth() {
    if constexpr (is_real) klu_rgrowth(columns(), rows(), numbers(), symbolic(), numeric_, &common_);
    else klu_z_rgrowth(columns(), rows(), numbers(), symbolic(), numeric_, &common_);
    return common_.rgrowth;
  }

  void free_numeric() {
    if constexpr (is_real) klu_free_numeric(&numeric_, &common_);
    else klu_z_free_numeric(&numeric_, &common_);
  }

  std::shared_ptr<const KluAnalysis> analysis_;
  std::vector<Scalar>                values_;        ///< of the last factorisation
  std::vector<Scalar>                pivot_values_;  ///< for which the pivots were chosen
  double                             pivot_growth_ = 1;
  bool                               recomputed_   = false;  ///< since the pivots were chosen
  klu_common                         common_{};
  klu_numeric*                       numeric_ = nullptr;
};

}  // namespace

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_klu_solver(std::shared_ptr<const KluAnalysis> analysis) {
  return std::make_unique<KluSolver<Scalar>>(std::move(analysis));
}
template std::unique_ptr<LinearSolver<double>>               make_klu_solver(std::shared_ptr<const KluAnalysis>);
template std::unique_ptr<LinearSolver<std::complex<double>>> make_klu_solver(std::shared_ptr<const KluAnalysis>);

}  // namespace saltus::integrate
