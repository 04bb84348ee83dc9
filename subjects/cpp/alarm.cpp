// A burglar alarm: it reads sensors, looks at the clock and tells a notifier.
//
// What makes it hard: interfaces that nothing implements, whose results decide one call after the
// other; a template method of an abstract class; an interface that returns others.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cpp {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual int hour() const noexcept = 0;
};

class Sensor {
 public:
  virtual ~Sensor() = default;
  virtual int read() = 0;
  virtual int read(int channel) = 0;
  virtual bool isBroken() const = 0;
  virtual const std::string& name() const = 0;
};

class Notifier {
 public:
  virtual ~Notifier() = default;
  virtual bool send(const std::string& text) = 0;
  virtual void log(const std::string& text) = 0;
};

enum class AlarmState { Idle, Armed, Ringing, OutOfOrder };

class Alarm {
 public:
  Alarm(const Clock& clock, std::shared_ptr<Notifier> notifier)
      : clock_(clock), notifier_(std::move(notifier)) {
    if (!notifier_) throw std::invalid_argument("nobody to notify");
  }

  bool add(std::unique_ptr<Sensor> sensor) {
    if (!sensor) throw std::invalid_argument("no sensor");
    if (sensor->isBroken() || sensor->name().empty()) return false;
    sensors_.push_back(std::move(sensor));
    return true;
  }

  // At night only, and not while somebody moves.
  bool arm() {
    if (sensors_.empty()) return false;
    if (clock_.hour() > 5 && clock_.hour() < 22) return false;
    for (const auto& sensor : sensors_) {
      if (sensor->read() > kMovement) return false;
    }
    state_ = AlarmState::Armed;
    return true;
  }

  // One reading may be wrong: the second one decides.
  AlarmState poll() {
    if (state_ != AlarmState::Armed) return state_;
    for (const auto& sensor : sensors_) {
      if (sensor->read() <= kMovement) continue;
      if (sensor->read() > kMovement) return ring(sensor->name());
      notifier_->log("false alarm");
      if (++falseAlarms_ == 2) state_ = AlarmState::OutOfOrder;
    }
    return state_;
  }

 private:
  static constexpr int kMovement = 100;

  AlarmState ring(const std::string& where) {
    state_ = AlarmState::Ringing;
    if (!notifier_->send("burglar at " + where) && !notifier_->send("burglar")) {
      throw std::runtime_error("nobody hears");
    }
    return state_;
  }

  const Clock& clock_;
  std::shared_ptr<Notifier> notifier_;
  std::vector<std::unique_ptr<Sensor>> sensors_;
  AlarmState state_ = AlarmState::Idle;
  int falseAlarms_ = 0;
};

// A device tests itself in steps that are left to those derived from it.
class Device {
 public:
  explicit Device(int serial) : serial_(serial) {
    if (serial < 0) throw std::invalid_argument("serial number");
  }
  virtual ~Device() = default;

  bool testItself() {
    if (!prepare()) return false;
    const double first = measure();
    const double second = measure();
    if (first > second) return second > tolerance(serial_);
    return true;
  }

 protected:
  virtual double measure() = 0;
  double tolerance(int serial) const { return serial > 1000 ? 0.5 : 2; }

 private:
  virtual bool prepare() = 0;

  int serial_;
};

// Sites give access to their parts.
class Site {
 public:
  virtual ~Site() = default;
  virtual Clock& clock() = 0;
  virtual Sensor* sensor(int number) const = 0;
};

// The number of the first of three sensors that moves, by day; -1: none does.
int firstMoving(Site& site) {
  if (site.clock().hour() < 6) return -1;
  for (int i = 0; i < 3; ++i) {
    Sensor* sensor = site.sensor(i);
    if (sensor != nullptr && sensor->read(i) > 100) return i;
  }
  return -1;
}

}  // namespace cpp
