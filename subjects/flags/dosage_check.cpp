// Checks a prescription against what is known about the patient.
//
// What makes it hard: the checks are gathered with `ok &=` and a count of warnings; drugs are found by
// name in a formulary of records, doses depend on weight and kidneys, and a guard throws on records that
// are nonsense.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::dosage {

enum class Verdict { Release, Review, Reject };

struct Drug {
  std::string name;
  std::string family;
  int leastPerKilo = 0;  // milligrams in a day
  int mostPerKilo = 0;
  int mostPerDay = 0;
  int fromMonths = 0;
  bool isRenal = false;  // leaves the body through the kidneys
};

struct Patient {
  int months = 0;
  int kilograms = 0;
  int clearance = 100;  // of the kidneys, in millilitres a minute
  std::vector<std::string> allergies;
};

struct Prescription {
  std::string drug;
  int milligrams = 0;
  int timesADay = 0;
  int days = 0;
};

namespace {

void ensure(bool isTrue, const char* what) {
  if (!isTrue) throw std::invalid_argument(what);
}

void requirePatient(const Patient& patient) {
  ensure(patient.months >= 0 && patient.months <= 1'440, "no such age");
  ensure(patient.kilograms >= 1 && patient.kilograms <= 350, "no such weight");
  ensure(patient.clearance >= 0, "no such clearance");
}

bool isSound(const Drug& drug) {
  if (drug.name.empty() || drug.family.empty()) return false;
  if (drug.leastPerKilo < 1 || drug.mostPerKilo > 500) return false;
  return drug.leastPerKilo <= drug.mostPerKilo;
}

std::optional<Drug> lookUp(const std::vector<Drug>& formulary, const std::string& name) {
  for (const Drug& drug : formulary) {
    if (drug.name == name && isSound(drug)) return drug;
  }
  return std::nullopt;
}

bool isAllergic(const Patient& patient, const Drug& drug) {
  return std::any_of(patient.allergies.begin(), patient.allergies.end(), [&](const std::string& allergy) {
    return allergy == drug.name || allergy == drug.family;
  });
}

long long ceilingOf(const Drug& drug, const Patient& patient) {
  long long ceiling = static_cast<long long>(drug.mostPerKilo) * patient.kilograms;
  if (ceiling > drug.mostPerDay) ceiling = drug.mostPerDay;
  if (drug.isRenal && patient.clearance < 30) ceiling /= 2;
  return ceiling;
}

bool isSchedule(const Prescription& prescription) {
  if (prescription.timesADay < 1 || prescription.timesADay > 6) return false;
  return prescription.days >= 1 && prescription.days <= 90;
}

bool isTooMuch(const Prescription& prescription, const Drug& drug, const Patient& patient) {
  const long long daily = static_cast<long long>(prescription.milligrams) * prescription.timesADay;
  return daily > ceilingOf(drug, patient);
}

int warningsFor(const Prescription& prescription, const Drug& drug, const Patient& patient) {
  int warnings = 0;
  const long long daily = static_cast<long long>(prescription.milligrams) * prescription.timesADay;
  if (daily < static_cast<long long>(drug.leastPerKilo) * patient.kilograms) ++warnings;
  if (prescription.days > 14 && drug.family == "antibiotic") ++warnings;
  if (drug.isRenal && patient.clearance < 60) ++warnings;
  return warnings;
}

}  // namespace

Verdict review(const Prescription& prescription, const Patient& patient, const std::vector<Drug>& formulary) {
  requirePatient(patient);
  const std::optional<Drug> drug = lookUp(formulary, prescription.drug);
  if (!drug) return Verdict::Reject;
  bool ok = isSchedule(prescription);
  ok &= prescription.milligrams > 0;
  ok &= patient.months >= drug->fromMonths;
  ok &= !isAllergic(patient, *drug);
  ok &= !isTooMuch(prescription, *drug, patient);
  if (!ok) return Verdict::Reject;
  return warningsFor(prescription, *drug, patient) == 0 ? Verdict::Release : Verdict::Review;
}

/// Whether a nurse may hand out the whole list; the pharmacy looks at two doubtful ones.
bool mayHandOut(const std::vector<Prescription>& list, const Patient& patient,
                const std::vector<Drug>& formulary) {
  int doubtful = 0;
  for (const Prescription& prescription : list) {
    const Verdict verdict = review(prescription, patient, formulary);
    if (verdict == Verdict::Reject) return false;
    if (verdict == Verdict::Review) ++doubtful;
  }
  return !list.empty() && doubtful < 2;
}

}  // namespace flags::dosage
