#pragma once

#include <memory>
#include <string>
#include <utility>

namespace alarms {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual int hour() const noexcept = 0;
};

class ISensor {
 public:
  virtual ~ISensor() = default;
  virtual int read() = 0;
  virtual const std::string& name() const = 0;
  virtual void reset(int level) = 0;
  bool moves() { return read() > 100 && read() > 100; }
};

class Notifier {
 public:
  virtual ~Notifier() = default;
  virtual bool send(const std::string& text, const std::string& receiver, const std::string& sender,
                    bool isUrgent) = 0;
};

struct Site {
  explicit Site(std::string name) : name(std::move(name)) {}
  virtual ~Site() = default;
  virtual Clock& clock() = 0;
  std::string name;
};

class Alarm {
 public:
  explicit Alarm(std::shared_ptr<Notifier> notifier) : notifier_(std::move(notifier)) {}
  void add(std::unique_ptr<ISensor> sensor) { sensor_ = std::move(sensor); }
  bool poll() {
    return sensor_ && sensor_->moves() && notifier_ && notifier_->send(sensor_->name(), "", "", true);
  }

 private:
  std::shared_ptr<Notifier> notifier_;
  std::unique_ptr<ISensor> sensor_;
};

inline bool isNight(const Clock& clock) { return clock.hour() < 6; }
inline bool isNightAt(Site& site) { return isNight(site.clock()); }
inline int readTwice(std::unique_ptr<ISensor>& sensor) { return sensor->read() + sensor->read(); }

}  // namespace alarms
