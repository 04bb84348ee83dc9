// A railway timetable: lines of stops with times, and connections between them.
//
// What makes it hard: a connection needs two trains that both stop at a station, one soon enough behind the
// other, in a timetable that was built call by call.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::railway {

struct Stop {
  int station;
  int arrival;  // minutes of the day
  int departure;
};

class Train {
 public:
  explicit Train(int number) : number_(number) {}

  int number() const { return number_; }
  void stopAt(int station, int arrival, int departure) {
    if (arrival < 0 || departure < arrival || departure >= 24 * 60)
      throw std::invalid_argument("no such time");
    if (!stops_.empty() && arrival <= stops_.back().departure) throw std::invalid_argument("too early");
    stops_.push_back({station, arrival, departure});
  }
  void cancel() { isCancelled_ = true; }
  bool isCancelled() const { return isCancelled_; }
  void attachDiner(int seats) { dinerSeats_ = seats; }
  int dinerSeats() const { return dinerSeats_; }
  const Stop* stopIn(int station) const {
    for (const Stop& stop : stops_) {
      if (stop.station == station) return &stop;
    }
    return nullptr;
  }
  const std::vector<Stop>& stops() const { return stops_; }

 private:
  int number_;
  std::vector<Stop> stops_;
  int dinerSeats_ = 0;
  bool isCancelled_ = false;
};

class Timetable {
 public:
  void add(std::shared_ptr<Train> train) {
    if (!train) throw std::invalid_argument("no train");
    trains_[train->number()] = std::move(train);
  }
  std::shared_ptr<Train> train(int number) const {
    const auto found = trains_.find(number);
    return found == trains_.end() ? nullptr : found->second;
  }
  size_t size() const { return trains_.size(); }

 private:
  std::map<int, std::shared_ptr<Train>> trains_;
};

enum class Change { Impossible, Missed, Tight, Comfortable, WithDinner };

/// From one train to another where both stop.
Change changeAt(const Timetable& timetable, int from, int to, int station) {
  const std::shared_ptr<Train> first = timetable.train(from);
  const std::shared_ptr<Train> second = timetable.train(to);
  if (!first || !second || first == second) return Change::Impossible;
  if (first->isCancelled() || second->isCancelled()) return Change::Impossible;
  const Stop* const out = first->stopIn(station);
  const Stop* const in = second->stopIn(station);
  if (out == nullptr || in == nullptr) return Change::Impossible;
  const int minutes = in->departure - out->arrival;
  if (minutes < 3) return Change::Missed;
  if (minutes < 8) return Change::Tight;
  if (second->dinerSeats() > 20 && second->stops().size() > 2) return Change::WithDinner;
  return Change::Comfortable;
}

}  // namespace objects::railway
