// dop853.cpp: Dormand and Prince's explicit Runge-Kutta method of order 8, for smooth equations and tight tolerances.
//
// Problem    x' = f(t, x).
// Method     twelve stages; two embedded formulas of order 5 and 3, whose errors combine to one that behaves like h^8;
//            three more stages for a continuous extension of order 7.
// Reference  Hairer, Norsett & Wanner, Solving ODEs I, second edition, sections II.5, II.6 and II.10, and their code
//            DOP853 for the digits; after Prince & Dormand, J. Comput. Appl. Math. 7 (1981) 67-75.
// Notation   a, b, c as usual, rows counted from 0: row 12 is f at the end of the step, rows 13 to 15 belong to the
//            extension. b_3 and b_5 are the embedded formulas; d are Hairer's weights of the extension.
// Invariant  the polynomial meets x and f at both ends of the step, so trajectories are C1 across steps.
// Cost       11 evaluations per trial, 4 more for an accepted step (its end, which the next step needs anyway, and the
//            extension); none for a restart.
// Departure  the two estimates are compared in the maximum norm. The error of the extension is controlled too, by its
//            last coefficient: events are located on it. The extension, nested in theta and 1 - theta in the book,
//            is expanded into powers of theta.

#include <saltus/integrate/explicit_method.hpp>
#include <saltus/integrate/tableau.hpp>

#include <utility>

namespace saltus::integrate {

namespace {

constexpr std::size_t stages      = 16;
constexpr int         end_of_step = 12;

constexpr Tableau<stages> dop853{
    .c = {0, 0.526001519587677318785587544488e-01, 0.789002279381515978178381316732e-01, 0.118350341907227396726757197510,
          0.281649658092772603273242802490, 1.0 / 3, 0.25, 4.0 / 13, 127.0 / 195, 0.6, 6.0 / 7, 1, 1, 0.1, 0.2, 7.0 / 9},
    .a = {{
        {},
        {5.26001519587677318785587544488e-2},
        {1.97250569845378994544595329183e-2, 5.91751709536136983633785987549e-2},
        {2.95875854768068491816892993775e-2, 0, 8.87627564304205475450678981324e-2},
        {2.41365134159266685502369798665e-1, 0, -8.84549479328286085344864962717e-1, 9.24834003261792003115737966543e-1},
        {3.7037037037037037037037037037e-2, 0, 0, 1.70828608729473871279604482173e-1, 1.25467687566822425016691814123e-1},
        {3.7109375e-2, 0, 0, 1.70252211019544039314978060272e-1, 6.02165389804559606850219397283e-2, -1.7578125e-2},
        {3.70920001185047927108779319836e-2, 0, 0, 1.70383925712239993810214054705e-1,
         1.07262030446373284651809199168e-1, -1.53194377486244017527936158236e-2, 8.27378916381402288758473766002e-3},
        {6.24110958716075717114429577812e-1, 0, 0, -3.36089262944694129406857109825, -8.68219346841726006818189891453e-1,
         2.75920996994467083049415600797e1, 2.01540675504778934086186788979e1, -4.34898841810699588477366255144e1},
        {4.77662536438264365890433908527e-1, 0, 0, -2.48811461997166764192642586468,
         -5.90290826836842996371446475743e-1, 2.12300514481811942347288949897e1, 1.52792336328824235832596922938e1,
         -3.32882109689848629194453265587e1, -2.03312017085086261358222928593e-2},
        {-9.3714243008598732571704021658e-1, 0, 0, 5.18637242884406370830023853209, 1.09143734899672957818500254654,
         -8.14978701074692612513997267357, -1.85200656599969598641566180701e1, 2.27394870993505042818970056734e1,
         2.49360555267965238987089396762, -3.0467644718982195003823669022},
        {2.27331014751653820792359768449, 0, 0, -1.05344954667372501984066689879e1, -2.00087205822486249909675718444,
         -1.79589318631187989172765950534e1, 2.79488845294199600508499808837e1, -2.85899827713502369474065508674,
         -8.87285693353062954433549289258, 1.23605671757943030647266201528e1, 6.43392746015763530355970484046e-1},
        {5.42937341165687622380535766363e-2, 0, 0, 0, 0, 4.45031289275240888144113950566,
         1.89151789931450038304281599044, -5.8012039600105847814672114227, 3.1116436695781989440891606237e-1,
         -1.52160949662516078556178806805e-1, 2.01365400804030348374776537501e-1, 4.47106157277725905176885569043e-2},
        {5.61675022830479523392909219681e-2, 0, 0, 0, 0, 0, 2.53500210216624811088794765333e-1,
         -2.46239037470802489917441475441e-1, -1.24191423263816360469010140626e-1, 1.5329179827876569731206322685e-1,
         8.20105229563468988491666602057e-3, 7.56789766054569976138603589584e-3, -8.298e-3},
        {3.18346481635021405060768473261e-2, 0, 0, 0, 0, 2.83009096723667755288322961402e-2,
         5.35419883074385676223797384372e-2, -5.49237485713909884646569340306e-2, 0, 0, -1.08347328697249322858509316994e-4,
         3.82571090835658412954920192323e-4, -3.40465008687404560802977114492e-4, 1.41312443674632500278074618366e-1},
        {-4.28896301583791923408573538692e-1, 0, 0, 0, 0, -4.69762141536116384314449447206,
         7.68342119606259904184240953878, 4.06898981839711007970213554331, 3.56727187455281109270669543021e-1, 0, 0, 0,
         -1.39902416515901462129418009734e-3, 2.9475147891527723389556272149, -9.15095847217987001081870187138},
    }},
};
constexpr Weights<stages> b = dop853.a[end_of_step];
constexpr Weights<stages> b_3{
    0.244094488188976377952755905512,   0, 0, 0, 0, 0, 0, 0, 0.733846688281611857341361741547, 0, 0,
    0.220588235294117647058823529412e-1};
constexpr Weights<stages>                e_5{0.1312004499419488073250102996e-1,
                              0,
                              0,
                              0,
                              0,
                              -0.1225156446376204440720569753e1,
                              -0.4957589496572501915214079952,
                              0.1664377182454986536961530415e1,
                              -0.3503288487499736816886487290,
                              0.3341791187130174790297318841,
                              0.8192320648511571246570742613e-1,
                              -0.2235530786388629525884427845e-1};
constexpr std::array<Weights<stages>, 4> d{{
    {-0.84289382761090128651353491142e1, 0, 0, 0, 0, 0.56671495351937776962531783590, -0.30689499459498916912797304727e1,
     0.23846676565120698287728149680e1, 0.21170345824450282767155149946e1, -0.87139158377797299206789907490,
     0.22404374302607882758541771650e1, 0.63157877876946881815570249290, -0.88990336451333310820698117400e-1,
     0.18148505520854727256656404962e2, -0.91946323924783554000451984436e1, -0.44360363875948939664310572000e1},
    {0.10427508642579134603413151009e2, 0, 0, 0, 0, 0.24228349177525818288430175319e3, 0.16520045171727028198505394887e3,
     -0.37454675472269020279518312152e3, -0.22113666853125306036270938578e2, 0.77334326684722638389603898808e1,
     -0.30674084731089398182061213626e2, -0.93321305264302278729567221706e1, 0.15697238121770843886131091075e2,
     -0.31139403219565177677282850411e2, -0.93529243588444783865713862664e1, 0.35816841486394083752465898540e2},
    {0.19985053242002433820987653617e2, 0, 0, 0, 0, -0.38703730874935176555105901742e3, -0.18917813819516756882830838328e3,
     0.52780815920542364900561016686e3, -0.11573902539959630126141871134e2, 0.68812326946963000169666922661e1,
     -0.10006050966910838403183860980e1, 0.77771377980534432092869265740, -0.27782057523535084065932004339e1,
     -0.60196695231264120758267380846e2, 0.84320405506677161018159903784e2, 0.11992291136182789328035130030e2},
    {-0.25693933462703749003312586129e2, 0, 0, 0, 0, -0.15418974869023643374053993627e3, -0.23152937917604549567536039109e3,
     0.35763911791061412378285349910e3, 0.93405324183624310003907691704e2, -0.37458323136451633156875139351e2,
     0.10409964950896230045147246184e3, 0.29840293426660503123344363579e2, -0.43533456590011143754432175058e2,
     0.96324553959188282948394950600e2, -0.39177261675615439165231486172e2, -0.14972683625798562581422125276e3},
}};

constexpr Weights<stages> difference(const Weights<stages>& p, const Weights<stages>& q) {
  Weights<stages> r{};
  for (std::size_t i = 0; i < stages; ++i) r[i] = p[i] - q[i];
  return r;
}
constexpr Weights<stages> e_3 = difference(b, b_3);

/// b_i(theta) of the continuous extension, in Hairer's nested form:
///   theta (D + s (F1 + theta (F2 + s (d0 + theta (d1 + s (d2 + theta d3)))))),  s = 1 - theta,
/// where D is the rise over the step, F1 = h f_0 - D and F2 = 2 D - h f_0 - h f_1.
constexpr Weights<stages> extension(double theta) {
  const double    s = 1 - theta;
  Weights<stages> w{};
  for (std::size_t i = 0; i < stages; ++i) {
    const double f_0 = i == 0 ? 1 : 0, f_1 = i == end_of_step ? 1 : 0;
    const double inner = d[0][i] + theta * (d[1][i] + s * (d[2][i] + theta * d[3][i]));
    w[i]               = theta * (b[i] + s * (f_0 - b[i] + theta * (2 * b[i] - f_0 - f_1 + s * inner)));
  }
  return w;
}

static_assert(nodes_are_row_sums(dop853));
static_assert(has_order(8, b, dop853));
static_assert(has_order(3, b_3, dop853) && has_order(5, difference(b, e_5), dop853));
static_assert(has_order(7, extension(0.25), dop853, 0.25));
static_assert(has_order(7, extension(0.5), dop853, 0.5));
static_assert(has_order(7, extension(0.8), dop853, 0.8));

class Dop853 final : public ExplicitMethod {
 public:
  Dop853(Tolerances tolerances, StepLimits limits)
      : ExplicitMethod(
            {.name = "dop853", .order = 8, .stages = 16, .last = end_of_step, .k = 8, .degree = 7, .target = target},
            std::move(tolerances), limits) {}
  std::unique_ptr<Method> clone() const override { return std::make_unique<Dop853>(*this); }

  /// Stage 12 and the first of the next step are both at the end of the step (Hairer & Wanner, section IV.2).
  double stiffness() const override {
    double rise = 0, run = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double apart = h_ * combine([] { return difference(b, dop853.a[11]); }, k_.data() + i, n_);
      const double f     = row(end_of_step)[i] - row(11)[i];
      rise += f * f;
      run += apart * apart;
    }
    return run > 0 ? std::abs(h_) * std::sqrt(rise / run) : 0.0;
  }

 private:
  /// Users compare the error of the whole run with the tolerance: see tsit5. Measured over ten periods of an
  /// oscillator: 0.3 to 0.4, with a larger target than there because most of the error is that of the inside.
  static constexpr double target = 0.2;
  /// The error of the polynomial inside a step exceeds the estimate by a factor of 2 to 3 as a rule, but by 70 where
  /// stability limits the step. There it is 1/1600 of the last coefficient, and 1/2200 in a smooth decay; where
  /// accuracy limits the step this term is smaller than the estimate and changes nothing.
  static constexpr double inside_per_last_coefficient = 1.0 / 1500;

  Norm trial(double h) override {
    h_ = h;
    stage<1>(h);
    stage<2>(h);
    stage<3>(h);
    stage<4>(h);
    stage<5>(h);
    stage<6>(h);
    stage<7>(h);
    stage<8>(h);
    stage<9>(h);
    stage<10>(h);
    stage<11>(h);
    for (std::size_t i = 0; i < n_; ++i) {
      x_new_[i]   = x_[i] + h * combine([] { return b; }, k_.data() + i, n_);
      error_[i]   = h * combine([] { return e_5; }, k_.data() + i, n_);
      stage_x_[i] = h * combine([] { return e_3; }, k_.data() + i, n_);
    }
    const Norm fifth = integrate::error_norm(error_, x_, x_new_, tolerances_);
    const Norm third = integrate::error_norm(stage_x_, x_, x_new_, tolerances_);
    if (!fifth.finite() || fifth.value == 0) return fifth;
    // err_5 / sqrt(err_5^2 + 0.01 err_3^2) behaves like h^2 and lifts the estimate to order 8.
    const double lift = fifth.value / std::hypot(fifth.value, 0.1 * third.value);
    for (std::size_t i = 0; i < n_; ++i) error_[i] *= lift;
    return {fifth.value * lift, fifth.component};
  }

  Norm finish(double h) override {
    evaluate(t_ + h, x_new_, end_of_step);
    stage<13>(h);
    stage<14>(h);
    stage<15>(h);
    const auto f0 = row(0), f1 = row(end_of_step);
    for (std::size_t i = 0; i < n_; ++i) {
      const double* k    = k_.data() + i;
      const double  rise = x_new_[i] - x_[i], F1 = h * f0[i] - rise, F2 = 2 * rise - h * (f0[i] + f1[i]);
      const double  d0 = h * combine([] { return d[0]; }, k, n_), d1 = h * combine([] { return d[1]; }, k, n_),
                   d2 = h * combine([] { return d[2]; }, k, n_), d3 = h * combine([] { return d[3]; }, k, n_);
      // p(theta) s^a theta^b expanded: s = 1 - theta, s^2 = 1 - 2 theta + theta^2, ...
      coefficients(0)[i] = x_[i];
      coefficients(1)[i] = rise + F1;
      coefficients(2)[i] = -F1 + F2 + d0;
      coefficients(3)[i] = -F2 - 2 * d0 + d1 + d2;
      coefficients(4)[i] = d0 - 2 * d1 - 3 * d2 + d3;
      coefficients(5)[i] = d1 + 3 * d2 - 3 * d3;
      coefficients(6)[i] = -d2 + 3 * d3;
      coefficients(7)[i] = -d3;

      const double inside = inside_per_last_coefficient * d3;
      if (!(std::abs(inside) <= std::abs(error_[i]))) error_[i] = inside;  // also when it is not finite
    }
    return integrate::error_norm(error_, x_, x_new_, tolerances_);
  }

  template <int j>
  void stage(double h) {
    for (std::size_t i = 0; i < n_; ++i)
      stage_x_[i] = x_[i] + h * combine([] { return dop853.a[j]; }, k_.data() + i, n_);
    evaluate(t_ + dop853.c[j] * h, stage_x_, j);
  }

  double h_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_dop853(Tolerances tolerances, StepLimits limits) {
  return std::make_unique<Dop853>(std::move(tolerances), limits);
}

}  // namespace saltus::integrate
