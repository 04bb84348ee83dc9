// Decides whether somebody may give blood today, and how much is taken.
//
// What makes it hard: four checks each hand on an outcome and the worst one counts, so that the later
// decisions need a donor who is right in every respect: body, earlier donations, trips and a blood group
// that is known.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::donors {

enum class Outcome { Accept, Defer, Refuse, Incomplete };

struct Donation {
  int day = 0;
  int millilitres = 0;
};

struct Trip {
  std::string country;
  int dayOfReturn = 0;
};

struct Donor {
  std::string group;
  bool isFemale = false;
  int age = 0;
  int kilograms = 0;
  int haemoglobin = 0;
  int systolic = 0;
  std::vector<Donation> donations;
  std::vector<Trip> trips;
};

namespace {

Outcome worse(Outcome first, Outcome second) { return std::max(first, second); }

bool isOneOf(const std::string& text, std::initializer_list<const char*> list) {
  bool found = false;
  for (const char* listed : list) found |= text == listed;
  return found;
}

bool isGroup(const std::string& group) {
  if (group.size() < 2) return false;
  if (group.back() != '+' && group.back() != '-') return false;
  return isOneOf(group.substr(0, group.size() - 1), {"A", "B", "AB", "0"});
}

bool isOfAge(const Donor& donor) {
  if (donor.age < 18 || donor.age > 72) return false;
  if (donor.age > 65) return !donor.donations.empty();
  return true;
}

Outcome checkBody(const Donor& donor) {
  if (!isOfAge(donor) || donor.kilograms < 50) return Outcome::Refuse;
  const int least = donor.isFemale ? 125 : 135;
  if (donor.haemoglobin < least) return donor.haemoglobin < least - 30 ? Outcome::Refuse : Outcome::Defer;
  if (donor.systolic < 100 || donor.systolic > 180) return Outcome::Defer;
  return Outcome::Accept;
}

Outcome checkDonations(const Donor& donor, int today) {
  int withinAYear = 0;
  for (const Donation& donation : donor.donations) {
    const long long ago = static_cast<long long>(today) - donation.day;
    if (ago < 0) return Outcome::Incomplete;
    if (ago < 56) return Outcome::Defer;
    if (ago < 365) ++withinAYear;
  }
  if (withinAYear >= (donor.isFemale ? 4 : 6)) return Outcome::Defer;
  return Outcome::Accept;
}

bool hasMalaria(const std::string& country) { return isOneOf(country, {"GH", "NG", "PG", "TZ"}); }

Outcome checkTrips(const std::vector<Trip>& trips, int today) {
  Outcome outcome = Outcome::Accept;
  for (const Trip& trip : trips) {
    if (trip.country.size() != 2) return Outcome::Incomplete;
    const long long ago = static_cast<long long>(today) - trip.dayOfReturn;
    if (hasMalaria(trip.country) && ago < 180) outcome = worse(outcome, Outcome::Defer);
    if (ago < 14) outcome = worse(outcome, Outcome::Defer);
  }
  return outcome;
}

}  // namespace

Outcome screen(const Donor& donor, int today) {
  if (!isGroup(donor.group)) return Outcome::Incomplete;
  Outcome outcome = checkBody(donor);
  outcome = worse(outcome, checkDonations(donor, today));
  return worse(outcome, checkTrips(donor.trips, today));
}

/// In millilitres; 0: none today.
int bagFor(const Donor& donor, int today) {
  const Outcome outcome = screen(donor, today);
  if (outcome == Outcome::Incomplete) throw std::invalid_argument("the form has gaps");
  if (outcome != Outcome::Accept) return 0;
  if (donor.donations.empty()) return 450;
  return donor.kilograms >= 70 ? 500 : 450;
}

/// Whether the donor is called when blood for anybody is short.
bool isOnCall(const Donor& donor, int today) {
  if (bagFor(donor, today) < 500 || donor.group != "0-") return false;
  if (donor.donations.size() < 3) return false;
  return std::none_of(donor.donations.begin(), donor.donations.end(),
                      [](const Donation& donation) { return donation.millilitres < 450; });
}

}  // namespace flags::donors
