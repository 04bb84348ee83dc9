// Pipes and valves: what flows from a tank to a sink.
//
// What makes it hard: something flows only where a tank is filled, valves in the line are open far enough and
// none has tripped; a line is put together part by part.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::pipes {

class Tank {
 public:
  explicit Tank(int litres) : capacity_(litres) {
    if (litres < 1 || litres > 100'000) throw std::invalid_argument("no such tank");
  }

  void fill(int litres) {
    if (litres < 0 || litres > capacity_ - level_) throw std::invalid_argument("does not fit");
    level_ += litres;
  }
  void heat(int degrees) { temperature_ = std::clamp(degrees, 0, 100); }
  int level() const { return level_; }
  int capacity() const { return capacity_; }
  int temperature() const { return temperature_; }

 private:
  int capacity_;
  int level_ = 0;
  int temperature_ = 20;
};

class Valve {
 public:
  void turn(int percent) {
    if (isTripped_) return;
    if (percent < 0 || percent > 100) throw std::invalid_argument("no such position");
    percent_ = percent;
  }
  /// More than the limit closes it until it is reset.
  void load(int bar) {
    if (bar > limit_ && percent_ > 0) {
      isTripped_ = true;
      percent_ = 0;
    }
  }
  void reset() { isTripped_ = false; }
  void setLimit(int bar) { limit_ = bar; }
  int percent() const { return percent_; }
  bool isTripped() const { return isTripped_; }

 private:
  int percent_ = 0;
  int limit_ = 10;
  bool isTripped_ = false;
};

class Line {
 public:
  void from(std::shared_ptr<Tank> tank) { tank_ = std::move(tank); }
  void add(std::shared_ptr<Valve> valve) {
    if (!valve) throw std::invalid_argument("no valve");
    valves_.push_back(std::move(valve));
  }
  const Tank* tank() const { return tank_.get(); }
  const std::vector<std::shared_ptr<Valve>>& valves() const { return valves_; }

 private:
  std::shared_ptr<Tank> tank_;
  std::vector<std::shared_ptr<Valve>> valves_;
};

enum class Flow { Dry, Blocked, Tripped, Trickle, Steady, Steam };

Flow flowOf(const Line& line) {
  if (line.tank() == nullptr || line.tank()->level() == 0) return Flow::Dry;
  int narrowest = 100;
  for (const auto& valve : line.valves()) {
    if (valve->isTripped()) return Flow::Tripped;
    narrowest = std::min(narrowest, valve->percent());
  }
  if (narrowest == 0) return Flow::Blocked;
  if (line.tank()->temperature() == 100 && line.valves().size() > 2) return Flow::Steam;
  return narrowest < 30 || line.tank()->level() * 10 < line.tank()->capacity() ? Flow::Trickle : Flow::Steady;
}

class Plant {
 public:
  void add(std::shared_ptr<Line> line) {
    if (!line) throw std::invalid_argument("no line");
    lines_.push_back(std::move(line));
  }
  std::string alarm() const {
    int tripped = 0;
    int steady = 0;
    for (const auto& line : lines_) {
      const Flow flow = flowOf(*line);
      if (flow == Flow::Tripped) ++tripped;
      if (flow == Flow::Steady || flow == Flow::Steam) ++steady;
    }
    if (tripped > 1) return "stop";
    if (tripped == 1) return "look";
    return steady > 0 && steady == static_cast<int>(lines_.size()) ? "fine" : "low";
  }

 private:
  std::vector<std::shared_ptr<Line>> lines_;
};

}  // namespace objects::pipes
