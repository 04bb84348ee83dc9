// A tournament: teams of players, matches with goals, and who leads.
//
// What makes it hard: a table is decided by points, then goals, between teams that are complete, over matches
// that were played; a match starts, counts and ends by calls in this order.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::tournament {

class Player {
 public:
  Player(std::string name, int number) : name_(std::move(name)), number_(number) {
    if (number < 1 || number > 99) throw std::invalid_argument("no such number");
  }

  const std::string& name() const { return name_; }
  int number() const { return number_; }
  void book() { ++cards_; }
  bool isBanned() const { return cards_ >= 2; }

 private:
  std::string name_;
  int number_;
  int cards_ = 0;
};

class Team {
 public:
  explicit Team(int id) : id_(id) {}

  int id() const { return id_; }
  void sign(std::shared_ptr<Player> player) {
    if (!player) throw std::invalid_argument("nobody");
    players_.push_back(std::move(player));
  }
  /// Those who may play.
  int strength() const {
    int able = 0;
    for (const auto& player : players_) {
      if (!player->isBanned()) ++able;
    }
    return able;
  }

 private:
  int id_;
  std::vector<std::shared_ptr<Player>> players_;
};

class Match {
 public:
  Match(std::shared_ptr<Team> home, std::shared_ptr<Team> guest)
      : home_(std::move(home)), guest_(std::move(guest)) {
    if (!home_ || !guest_ || home_ == guest_) throw std::invalid_argument("no match");
  }

  enum class Phase { Planned, Running, Over };

  void start() {
    if (phase_ != Phase::Planned) throw std::logic_error("started already");
    if (home_->strength() < 2 || guest_->strength() < 2) throw std::logic_error("too few players");
    phase_ = Phase::Running;
  }
  void score(bool byHome) {
    if (phase_ != Phase::Running) throw std::logic_error("nobody plays");
    ++(byHome ? homeGoals_ : guestGoals_);
  }
  void end() {
    if (phase_ != Phase::Running) throw std::logic_error("nobody plays");
    phase_ = Phase::Over;
  }
  Phase phase() const { return phase_; }
  const Team& home() const { return *home_; }
  const Team& guest() const { return *guest_; }
  int homeGoals() const { return homeGoals_; }
  int guestGoals() const { return guestGoals_; }

 private:
  std::shared_ptr<Team> home_;
  std::shared_ptr<Team> guest_;
  Phase phase_ = Phase::Planned;
  int homeGoals_ = 0;
  int guestGoals_ = 0;
};

class Table {
 public:
  void add(std::shared_ptr<Match> match) {
    if (!match) throw std::invalid_argument("no match");
    matches_.push_back(std::move(match));
  }
  int pointsOf(int team) const {
    int points = 0;
    for (const auto& match : matches_) {
      if (match->phase() != Match::Phase::Over) continue;
      const int ahead = match->homeGoals() - match->guestGoals();
      if (match->home().id() == team) {
        points += ahead > 0 ? 3 : ahead == 0 ? 1 : 0;
      } else if (match->guest().id() == team) {
        points += ahead < 0 ? 3 : ahead == 0 ? 1 : 0;
      }
    }
    return points;
  }
  /// -1: the first one; 1: the second one; 0: equal; 2: nothing was played yet.
  int compare(int one, int other) const {
    const int left = pointsOf(one);
    const int right = pointsOf(other);
    if (left == 0 && right == 0) return 2;
    if (left != right) return left > right ? -1 : 1;
    return 0;
  }
  bool isThriller() const {
    for (const auto& match : matches_) {
      if (match->homeGoals() > 2 && match->guestGoals() > 2) return true;
    }
    return false;
  }

 private:
  std::vector<std::shared_ptr<Match>> matches_;
};

}  // namespace objects::tournament
