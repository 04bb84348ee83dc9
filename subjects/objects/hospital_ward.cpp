// The beds of a hospital: wards with rooms with beds with patients, who are admitted, moved and discharged.
//
// What makes it hard: where a patient may lie depends on who else lies in the room and on the work of the
// whole ward; a discharge needs a placed patient with a series of good observations, and leaves a bed to
// clean.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace objects::hospital {

class Patient {
 public:
  Patient(int id, int acuity) : id_(id), acuity_(std::clamp(acuity, 1, 5)) {}

  int id() const { return id_; }
  int acuity() const { return acuity_; }
  const std::optional<std::string>& germ() const { return germ_; }
  void infect(const std::string& germ) { germ_ = germ; }
  void observe(int pulse) {
    if (pulse >= 50 && pulse <= 110) {
      ++calm_;
      if (calm_ % 2 == 0) acuity_ = std::max(acuity_ - 1, 1);
    } else {
      calm_ = 0;
      acuity_ = std::min(acuity_ + 1, 5);
    }
    if (calm_ >= 4) germ_.reset();
  }
  bool isStable() const { return calm_ >= 3 && acuity_ <= 2; }

 private:
  int id_;
  int acuity_;
  int calm_ = 0;
  std::optional<std::string> germ_;
};

struct Bed {
  bool hasMonitor = false;
  bool isClean = true;
  std::shared_ptr<Patient> patient;
};

class Room {
 public:
  void addBed(bool hasMonitor) { beds_.push_back({hasMonitor, true, nullptr}); }
  const std::vector<Bed>& beds() const { return beds_; }
  bool accepts(const Patient& patient) const {
    return std::none_of(beds_.begin(), beds_.end(), [&patient](const Bed& bed) {
      return bed.patient && bed.patient->germ() != patient.germ();
    });
  }
  bool place(const std::shared_ptr<Patient>& patient) {
    if (!patient || !accepts(*patient)) return false;
    for (Bed& bed : beds_) {
      if (bed.patient || !bed.isClean) continue;
      if (patient->acuity() >= 4 && !bed.hasMonitor) continue;
      bed.patient = patient;
      return true;
    }
    return false;
  }
  std::shared_ptr<Patient> take(int patientId) {
    for (Bed& bed : beds_) {
      if (!bed.patient || bed.patient->id() != patientId) continue;
      bed.isClean = false;
      return std::exchange(bed.patient, nullptr);
    }
    return nullptr;
  }
  void clean() {
    for (Bed& bed : beds_) bed.isClean = true;
  }

 private:
  std::vector<Bed> beds_;
};

class Ward {
 public:
  Ward(std::string name, unsigned nurses) : name_(std::move(name)), nurses_(nurses) {}

  const std::string& name() const { return name_; }
  Room& addRoom() { return *rooms_.emplace_back(std::make_unique<Room>()); }
  const std::vector<std::unique_ptr<Room>>& rooms() const { return rooms_; }
  unsigned workload() const {
    unsigned sum = 0;
    for (const auto& room : rooms_) {
      for (const Bed& bed : room->beds())
        sum += bed.patient ? static_cast<unsigned>(bed.patient->acuity()) : 0;
    }
    return sum;
  }
  bool canStaff(const Patient& patient) const {
    return workload() + static_cast<unsigned>(patient.acuity()) <= nurses_ * 8;
  }
  std::shared_ptr<Patient> find(int patientId) const {
    for (const auto& room : rooms_) {
      for (const Bed& bed : room->beds()) {
        if (bed.patient && bed.patient->id() == patientId) return bed.patient;
      }
    }
    return nullptr;
  }
  void remove(int patientId) {
    for (const auto& room : rooms_) room->take(patientId);
  }

 private:
  std::string name_;
  unsigned nurses_;
  std::vector<std::unique_ptr<Room>> rooms_;
};

enum class Move { Placed, Understaffed, NoBed, Unknown, Same };

Move admit(Ward& ward, const std::shared_ptr<Patient>& patient) {
  if (!patient) return Move::Unknown;
  if (ward.find(patient->id())) return Move::Same;
  if (!ward.canStaff(*patient)) return Move::Understaffed;
  for (const auto& room : ward.rooms()) {
    if (room->place(patient)) return Move::Placed;
  }
  return Move::NoBed;
}

Move transfer(int patientId, Ward& from, Ward& to) {
  const std::shared_ptr<Patient> patient = from.find(patientId);
  const Move move = admit(to, patient);
  if (move == Move::Placed) from.remove(patientId);
  return move;
}

/// Whether the patient went home; one who is not stable or not cured stays.
bool discharge(Ward& ward, int patientId) {
  const std::shared_ptr<Patient> patient = ward.find(patientId);
  if (!patient || !patient->isStable()) return false;
  if (patient->germ()) return false;
  ward.remove(patientId);
  return true;
}

}  // namespace objects::hospital
