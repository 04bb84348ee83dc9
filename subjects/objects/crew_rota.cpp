// The rota of an airline: aircraft, crew with ratings and flights that are crewed, depart and land.
//
// What makes it hard: a flight may only depart with a rated captain and first officer who are where it
// starts, on an aircraft that stands there and needs no inspection; places and hours come from earlier
// landings.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::airline {

enum class Rank { Cabin, FirstOfficer, Captain };

class Aircraft {
 public:
  Aircraft(std::string type, unsigned seats, std::string place)
      : type_(std::move(type)), seats_(seats), place_(std::move(place)) {}

  const std::string& type() const { return type_; }
  const std::string& place() const { return place_; }
  unsigned cabinCrewNeeded() const { return seats_ / 50 + 1; }
  bool needsInspection() const { return landings_ >= 3; }
  void inspect() { landings_ = 0; }

 private:
  friend class Flight;

  std::string type_;
  unsigned seats_;
  std::string place_;
  int landings_ = 0;
};

class CrewMember {
 public:
  CrewMember(int id, Rank rank, std::string home) : id_(id), rank_(rank), place_(std::move(home)) {}

  int id() const { return id_; }
  Rank rank() const { return rank_; }
  const std::string& place() const { return place_; }
  void rate(const std::string& type) {
    if (rank_ != Rank::Cabin && !ratings_.empty()) throw std::logic_error("pilots fly one type");
    ratings_.insert(type);
  }
  bool isRatedFor(const std::string& type) const { return ratings_.contains(type); }
  bool isNewDuty(int departs) const { return !hasFlown_ || departs - freeAt_ >= 600; }
  bool isRestedFor(int departs, int minutes) const {
    if (isNewDuty(departs)) return true;
    return departs >= freeAt_ + 45 && dutyMinutes_ + minutes <= 540;
  }

 private:
  friend class Flight;

  int id_;
  Rank rank_;
  std::string place_;
  std::set<std::string> ratings_;
  bool hasFlown_ = false;
  long freeAt_ = 0;
  long dutyMinutes_ = 0;
};

class Flight {
 public:
  enum class State { Planned, Airborne, Landed };
  enum class Problem { None, NotPlanned, NoAircraft, Elsewhere, Inspection, NoCaptain, NoPilot, CabinCrew };

  Flight(std::string from, std::string to, int departs, int minutes)
      : from_(std::move(from)), to_(std::move(to)), departs_(departs), minutes_(minutes) {
    if (minutes <= 0) throw std::invalid_argument("no such time");
  }

  State state() const { return state_; }
  const std::vector<std::shared_ptr<CrewMember>>& crew() const { return crew_; }
  void setAircraft(std::shared_ptr<Aircraft> aircraft) {
    if (state_ != State::Planned) throw std::logic_error("under way");
    aircraft_ = std::move(aircraft);
    crew_.clear();
  }
  bool assign(const std::shared_ptr<CrewMember>& member) {
    if (!member || !aircraft_ || state_ != State::Planned) return false;
    if (!member->isRatedFor(aircraft_->type()) || !member->isRestedFor(departs_, minutes_)) return false;
    for (const auto& other : crew_) {
      if (other == member) return false;
    }
    crew_.push_back(member);
    return true;
  }
  Problem check() const {
    if (state_ != State::Planned) return Problem::NotPlanned;
    if (!aircraft_) return Problem::NoAircraft;
    if (aircraft_->place() != from_) return Problem::Elsewhere;
    if (aircraft_->needsInspection()) return Problem::Inspection;
    std::map<Rank, unsigned> present;
    for (const auto& member : crew_) {
      if (member->place() == from_ && member->isRestedFor(departs_, minutes_)) ++present[member->rank()];
    }
    if (present[Rank::Captain] == 0) return Problem::NoCaptain;
    if (present[Rank::FirstOfficer] == 0 && present[Rank::Captain] < 2) return Problem::NoPilot;
    if (present[Rank::Cabin] < aircraft_->cabinCrewNeeded()) return Problem::CabinCrew;
    return Problem::None;
  }
  void depart() {
    if (check() != Problem::None) throw std::logic_error("cannot depart");
    state_ = State::Airborne;
    aircraft_->place_.clear();
    for (const auto& member : crew_) member->place_.clear();
  }
  /// Lands as planned, or elsewhere; a delay counts as duty.
  void land(int delay, const std::string& divertedTo = "") {
    if (state_ != State::Airborne) throw std::logic_error("not airborne");
    if (delay < 0) throw std::invalid_argument("no such delay");
    state_ = State::Landed;
    const std::string& place = divertedTo.empty() ? to_ : divertedTo;
    aircraft_->place_ = place;
    ++aircraft_->landings_;
    for (const auto& member : crew_) {
      member->dutyMinutes_ = (member->isNewDuty(departs_) ? 0 : member->dutyMinutes_) + minutes_ + delay;
      member->hasFlown_ = true;
      member->freeAt_ = long{departs_} + minutes_ + delay;
      member->place_ = place;
    }
  }

 private:
  std::string from_;
  std::string to_;
  int departs_;
  int minutes_;
  State state_ = State::Planned;
  std::shared_ptr<Aircraft> aircraft_;
  std::vector<std::shared_ptr<CrewMember>> crew_;
};

}  // namespace objects::airline
