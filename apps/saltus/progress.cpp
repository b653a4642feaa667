#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace saltus::cli {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

constexpr auto patience       = milliseconds(500);
constexpr auto between_shows  = milliseconds(100);
constexpr int  longest_stride = 64;  // a clock that is read every 64th step costs less than one per cent of any step
// The rate is that of the last seconds, so that it follows a run that gets slower, and does not jump.
constexpr double memory_of_rate = 3;

}  // namespace

bool Pulse::look() {
  const auto now = Clock::now();
  // Twice as many steps until the next look as long as they take less than a tenth of the interval.
  stride_    = now - last_look_ < interval_ / 10 ? std::min(2 * stride_, longest_stride) : 1;
  countdown_ = stride_;
  last_look_ = now;
  if (now < next_) return false;
  next_ = now + interval_;
  return true;
}

std::string duration_text(double seconds) {
  if (!(seconds < 100 * 3600)) return "days";
  const auto s = static_cast<long>(std::ceil(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

std::string progress_text(const ProgressNumbers& n, std::size_t width) {
  const double part = n.t_end == n.t_start ? 1 : (n.t - n.t_start) / (n.t_end - n.t_start);
  // What matters most first.
  std::vector<std::string> words = {fmt::format("t = {:.4g} of {:g}", n.t, n.t_end),
                                    fmt::format("{:3.0f} %", std::floor(100 * part)),
                                    fmt::format("{} event{}", n.events, n.events == 1 ? "" : "s")};
  if (n.rate > 0) {
    words.push_back(fmt::format("{:.3g} per s", n.rate));
    words.push_back(duration_text(std::abs(n.t_end - n.t) / n.rate) + " left");
  }
  std::string line;
  for (const auto& word : words) {
    const std::string more = (line.empty() ? "" : "   ") + word;
    if (line.size() + more.size() > width) break;
    line += more;
  }
  return line;
}

ProgressLine::ProgressLine(std::FILE* terminal, std::size_t width, double t_start, double t_end)
    : terminal_(terminal), width_(width - 1), t_start_(t_start), t_end_(t_end), last_t_(t_start),
      pulse_(between_shows) {}

void ProgressLine::show(const Progress& progress) {
  const auto   now     = Clock::now();
  const double seconds = duration<double>(now - last_show_).count();
  const double latest  = std::abs(progress.t - last_t_) / std::max(seconds, 1e-9);
  const double weight  = rate_ == 0 ? 1 : 1 - std::exp(-seconds / memory_of_rate);
  rate_ += weight * (latest - rate_);
  last_t_    = progress.t;
  last_show_ = now;
  if (now - begun_ < patience) return;

  const std::string text = progress_text(
      {.t_start = t_start_, .t_end = t_end_, .t = progress.t, .events = progress.events, .rate = rate_}, width_);
  const std::size_t blanks = shown_ > text.size() ? shown_ - text.size() : 0;
  fmt::print(terminal_, "\r{}{}", text, std::string(blanks, ' '));
  std::fflush(terminal_);
  shown_ = text.size();
}

void ProgressLine::erase() {
  if (terminal_ == nullptr || shown_ == 0) return;
  fmt::print(terminal_, "\r{}\r", std::string(shown_, ' '));
  std::fflush(terminal_);
  shown_ = 0;
}

}  // namespace saltus::cli
