// The rules of a game for up to 128 players, after checkRules() of the project Gangup, which Lin et al. give
// as their running example in "Graph-Based Seed Object Synthesis for Search-Based Unit Testing".
//
// What makes it hard: an action names players by number; only where such players have joined the state under
// these numbers is there anything to decide on, and then on what these players do.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace objects::game {

class Player {
 public:
  explicit Player(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  int getAction() const { return action_; }
  void setAction(int action) { action_ = action; }
  int health() const { return health_; }
  void hurt(int points) {
    if (points < 0) throw std::invalid_argument("hurting does not heal");
    health_ = points > health_ ? 0 : health_ - points;
  }

 private:
  std::string name_;
  int action_ = 0;
  int health_ = 100;
};

class GameState {
 public:
  static constexpr int kMostPlayers = 128;

  void join(int id, std::shared_ptr<Player> player) {
    if (id < 0 || id >= kMostPlayers) throw std::out_of_range("no such place");
    players_[static_cast<size_t>(id)] = std::move(player);
  }
  const Player* player(int id) const {
    if (id < 0 || id >= kMostPlayers) return nullptr;
    return players_[static_cast<size_t>(id)].get();
  }
  void nextRound() { ++round_; }
  int round() const { return round_; }

 private:
  std::array<std::shared_ptr<Player>, kMostPlayers> players_;
  int round_ = 0;
};

class Action {
 public:
  Action(int actor, int target) : actor_(actor), target_(target) {}

  int getActor() const { return actor_; }
  int getTarget() const { return target_; }
  void setActor(int actor) { actor_ = actor; }
  void setTarget(int target) { target_ = target; }

 private:
  int actor_;
  int target_;
};

class BasicRules {
 public:
  bool checkRules(const Action& action, const GameState& state) const {
    const Player* const actor = state.player(action.getActor());
    const Player* const target = state.player(action.getTarget());
    if (actor == nullptr) return false;
    if (target == nullptr) return false;
    if (actor->getAction() == 1) return true;
    if (target->health() == 0 && actor != target) return state.round() > 2;
    return false;
  }
};

}  // namespace objects::game
