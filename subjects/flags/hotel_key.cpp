// The lock of a hotel room's door, and the cards that are held before it.
//
// What makes it hard: holding a card before the lock returns nothing; it ends early for many reasons, and
// what it has done (the sequence taken over, the bolt, the count of alarms) is only asked by later calls.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <stdexcept>
#include <string>
#include <utility>

namespace flags::hotel {

enum class Kind { Guest, Cleaner, Manager };
enum class Light { Off, Green, Yellow, Red };

struct Card {
  Kind kind = Kind::Guest;
  int room = 0;
  unsigned sequence = 0;
  int fromHour = 0;
  int untilHour = 0;
  std::string hotel;
};

class Lock {
 public:
  Lock(int room, std::string hotel) : room_(room), hotel_(std::move(hotel)) {
    if (!isRoom(room)) throw std::invalid_argument("no such room");
    if (hotel_.size() != 4) throw std::invalid_argument("a hotel has four letters");
  }

  void setClock(int hour) {
    if (hour < hour_) {
      hasLostTime_ = true;
      return;
    }
    hour_ = hour;
    hasLostTime_ = false;
  }

  void hold(const Card& card) {
    light_ = Light::Red;
    if (isBlocked() && card.kind != Kind::Manager) return;
    if (!isOurs(card)) {
      ++strangers_;
      return;
    }
    if (!isInTime(card)) return;
    if (card.kind == Kind::Guest && !takeOver(card)) {
      ++strangers_;
      return;
    }
    if (isPrivate_ && card.kind == Kind::Cleaner) {
      light_ = Light::Yellow;
      return;
    }
    if (card.kind == Kind::Manager) strangers_ = 0;
    light_ = Light::Green;
    isUnlocked_ = true;
  }

  void turnBolt() {
    if (isUnlocked_) return;
    isPrivate_ = !isPrivate_;
  }

  bool push() {
    if (!isUnlocked_) return false;
    isUnlocked_ = false;
    isPrivate_ = false;
    ++openings_;
    return true;
  }

  Light light() const { return light_; }

  /// What the desk is shown about the room.
  std::string report() const {
    if (isBlocked()) return "blocked";
    if (hasLostTime_) return "clock";
    if (sequence_ == 0) return openings_ > 0 ? "serviced" : "vacant";
    if (isPrivate_) return "do not disturb";
    return openings_ > 0 ? "taken" : "awaited";
  }

 private:
  static bool isRoom(int room) {
    if (room < 101 || room > 1'240) return false;
    const int door = room % 100;
    return door >= 1 && door <= 40;
  }

  bool isBlocked() const { return strangers_ >= 3; }

  bool isOurs(const Card& card) const {
    if (card.hotel != hotel_) return false;
    if (card.kind == Kind::Guest) return card.room == room_;
    if (card.kind == Kind::Cleaner) return card.room / 100 == room_ / 100;
    return true;
  }

  bool isInTime(const Card& card) const {
    if (hasLostTime_) return card.kind == Kind::Manager;
    return card.fromHour <= hour_ && hour_ < card.untilHour;
  }

  /// A newer card makes those of the guest before worthless.
  bool takeOver(const Card& card) {
    if (card.sequence < sequence_) return false;
    if (card.sequence - sequence_ > 10) return false;
    if (card.sequence > sequence_) openings_ = 0;
    sequence_ = card.sequence;
    return true;
  }

  int room_;
  std::string hotel_;
  int hour_ = 0;
  unsigned sequence_ = 0;
  int strangers_ = 0;
  int openings_ = 0;
  bool hasLostTime_ = false;
  bool isPrivate_ = false;
  bool isUnlocked_ = false;
  Light light_ = Light::Off;
};

}  // namespace flags::hotel
