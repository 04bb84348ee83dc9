// Clocks, games and the rounds of a chess event.
//
// What makes it hard: a clock that was pressed eighty times in turn; games that only a started
// event has.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <bit>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace event {

using namespace std::chrono_literals;
using Tick = std::chrono::milliseconds;
enum class Side { White, Black };
enum class Outcome { Running, WhiteWins, BlackWins, Draw };

class Clock {
 public:
  Clock(Tick budget, Tick increment) : increment_(std::clamp<Tick>(increment, 0ms, 1h)) {
    left_[0] = left_[1] = std::clamp<Tick>(budget, 0ms, 24h);
  }

  bool press(Side by, Tick spent) {
    if (flagged_ || paused_ || by != turn_ || spent < 0ms) return false;
    Tick& own = left_[static_cast<int>(by)];
    own -= spent;
    if (own <= 0ms) return flagged_ = by, true;
    own += increment_;
    turn_ = by == Side::White ? Side::Black : Side::White;
    if (++presses_ == 80)
      for (Tick& t : left_) t += 30min;
    return true;
  }
  bool pause(bool on) { return std::exchange(paused_, on) != on; }
  std::optional<Side> flagged() const { return flagged_; }
  Tick left(Side s) const { return left_[static_cast<int>(s)]; }
  int presses() const { return presses_; }

 private:
  Tick left_[2];
  Tick increment_;
  Side turn_ = Side::White;
  std::optional<Side> flagged_;
  bool paused_ = false;
  int presses_ = 0;
};

struct Player {
  std::string name;
  int rating = 0, wins = 0;
};

class Game {
 public:
  Game(std::shared_ptr<Player> white, std::shared_ptr<Player> black, Tick budget)
      : players_{std::move(white), std::move(black)}, clock_(std::make_unique<Clock>(budget, 2s)) {
    if (!players_[0] || !players_[1]) throw std::invalid_argument("player");
  }

  Clock& clock() { return *clock_; }
  const Player& player(Side s) const { return *players_[static_cast<int>(s)]; }

  void offerDraw(Side by) {
    if (offer_ && *offer_ != by && clock_->presses() >= 20) agreed_ = true;
    offer_ = by;
  }
  Outcome outcome() const {
    if (const auto fallen = clock_->flagged()) {
      const Side other = *fallen == Side::White ? Side::Black : Side::White;
      if (clock_->left(other) < 5s && clock_->presses() > 30) return Outcome::Draw;
      return other == Side::White ? Outcome::WhiteWins : Outcome::BlackWins;
    }
    return agreed_ ? Outcome::Draw : Outcome::Running;
  }
  std::shared_ptr<Player> winner() const {
    switch (outcome()) {
      case Outcome::WhiteWins:
        return players_[0];
      case Outcome::BlackWins:
        return players_[1];
      case Outcome::Draw:
        return players_[0]->rating < players_[1]->rating ? players_[0] : players_[1];
      default:
        return nullptr;
    }
  }

 private:
  std::shared_ptr<Player> players_[2];
  std::unique_ptr<Clock> clock_;
  std::optional<Side> offer_;
  bool agreed_ = false;
};

class Bracket {
 public:
  void enter(const std::string& name, int rating) {
    if (round_ > 0 || rating < 100 || rating > 3500) throw std::invalid_argument(name);
    if (!roster_.emplace(name, std::make_shared<Player>(Player{name, rating, 0})).second)
      throw std::logic_error("twice " + name);
  }
  bool start(Tick budget) {
    if (round_ > 0 || roster_.size() < 2 || !std::has_single_bit(roster_.size()) || budget < 1s ||
        budget > 2h)
      return false;
    budget_ = budget;
    const auto weaker = [](const auto& a, const auto& b) {
      return std::pair(a->rating, b->name) < std::pair(b->rating, a->name);
    };
    std::priority_queue<std::shared_ptr<Player>, std::vector<std::shared_ptr<Player>>, decltype(weaker)>
        seeds(weaker);
    for (const auto& [name, p] : roster_) seeds.push(p);
    std::vector<std::shared_ptr<Player>> order;
    for (; !seeds.empty(); seeds.pop()) order.push_back(seeds.top());
    pair(order);
    return true;
  }
  Game* game(std::size_t i) { return i < games_.size() ? games_[i].get() : nullptr; }
  bool nextRound() {
    std::vector<std::shared_ptr<Player>> through;
    for (const auto& g : games_) {
      const auto w = g->winner();
      if (!w) return false;
      through.push_back(w);
    }
    for (const auto& w : through) ++w->wins;
    if (through.size() > 1)
      pair(through);
    else if (!through.empty())
      champion_ = through.front(), games_.clear();
    return !through.empty();
  }
  std::string title() const {
    if (!champion_) return round_ == 0 ? "open" : "round " + std::to_string(round_);
    const bool lowest =
        std::ranges::all_of(roster_, [&](const auto& e) { return e.second->rating >= champion_->rating; });
    return champion_->wins >= 2 && lowest ? "sensation " + champion_->name : champion_->name;
  }

 private:
  void pair(const std::vector<std::shared_ptr<Player>>& order) {
    ++round_;
    games_.clear();
    for (std::size_t i = 0; i < order.size() / 2; ++i)
      games_.push_back(std::make_unique<Game>(order[i], order[order.size() - 1 - i], budget_));
  }

  std::map<std::string, std::shared_ptr<Player>> roster_;
  std::vector<std::unique_ptr<Game>> games_;
  std::shared_ptr<Player> champion_;
  Tick budget_{0};
  int round_ = 0;
};

}  // namespace event
