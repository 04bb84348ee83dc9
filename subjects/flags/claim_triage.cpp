// Sends an insurance claim to the desk that has to deal with it.
//
// What makes it hard: a policy number with a check digit and a claim that belongs to it stand before
// everything else (they throw); the desks depend on predicates over the perils, the receipts that have to
// add up, a police report's form, and on points of suspicion counted elsewhere.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::claims {

enum class Peril { Fire, Water, Theft, Glass };
enum class Desk { Reject, Clerk, Fraud, Expert, Payout };

struct Policy {
  unsigned number = 0;
  int firstDay = 0;
  int lastDay = 0;
  long long limitCents = 0;
  std::vector<Peril> perils;
};

struct Claim {
  unsigned policyNumber = 0;
  Peril peril = Peril::Fire;
  int dayOfLoss = 0;
  int dayReported = 0;
  long long cents = 0;
  std::vector<long long> receipts;
  std::string policeReport;
};

namespace {

bool isPolicyNumber(unsigned number) {
  if (number < 10'000'000 || number > 99'999'999) return false;
  unsigned sum = 0;
  unsigned weight = 2;
  for (unsigned rest = number / 10; rest > 0; rest /= 10) sum += rest % 10 * weight++;
  return sum % 11 == number % 10;
}

void requirePolicy(const Policy& policy) {
  if (!isPolicyNumber(policy.number)) throw std::invalid_argument("not a policy number");
  if (policy.lastDay < policy.firstDay) throw std::invalid_argument("ends before it begins");
  if (policy.limitCents <= 0) throw std::invalid_argument("nothing is insured");
}

void requireClaim(const Policy& policy, const Claim& claim) {
  if (claim.policyNumber != policy.number) throw std::invalid_argument("another policy");
  if (claim.dayReported < claim.dayOfLoss) throw std::invalid_argument("reported before it happened");
  if (claim.cents <= 0) throw std::invalid_argument("nothing is claimed");
}

long long daysBetween(int first, int second) { return static_cast<long long>(second) - first; }

bool isInsured(const Policy& policy, const Claim& claim) {
  if (claim.dayOfLoss < policy.firstDay || claim.dayOfLoss > policy.lastDay) return false;
  bool found = false;
  for (const Peril peril : policy.perils) {
    if (peril == claim.peril) found = true;
  }
  return found;
}

bool isInTime(const Claim& claim) {
  const long long delay = daysBetween(claim.dayOfLoss, claim.dayReported);
  if (claim.peril == Peril::Theft) return delay <= 3;
  return delay <= 30;
}

bool isPoliceReport(const std::string& text) {
  if (text.size() != 9 || !text.starts_with("PR-")) return false;
  return std::all_of(text.begin() + 3, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isDocumented(const Claim& claim) {
  if (claim.peril == Peril::Theft && !isPoliceReport(claim.policeReport)) return false;
  long long open = claim.cents;
  for (const long long receipt : claim.receipts) {
    if (receipt <= 0 || receipt > open) return false;
    open -= receipt;
  }
  return open == 0;
}

int suspicionOf(const Policy& policy, const Claim& claim) {
  int points = 0;
  if (daysBetween(policy.firstDay, claim.dayOfLoss) < 14) points += 2;
  if (claim.cents > policy.limitCents / 10 * 9) ++points;
  const auto round = std::count_if(claim.receipts.begin(), claim.receipts.end(),
                                   [](long long receipt) { return receipt % 10'000 == 0; });
  if (round >= 2) points += 2;
  return points;
}

}  // namespace

Desk triage(const Policy& policy, const Claim& claim) {
  requirePolicy(policy);
  requireClaim(policy, claim);
  if (!isInsured(policy, claim)) return Desk::Reject;
  if (!isInTime(claim) || !isDocumented(claim)) return Desk::Clerk;
  if (suspicionOf(policy, claim) >= 4) return Desk::Fraud;
  return claim.cents > policy.limitCents / 2 ? Desk::Expert : Desk::Payout;
}

/// Whether the policy may go on for another year after these claims.
bool mayRenew(const Policy& policy, const std::vector<Claim>& claims) {
  int burden = 0;
  for (const Claim& claim : claims) {
    const Desk desk = triage(policy, claim);
    if (desk == Desk::Fraud) return false;
    if (desk == Desk::Payout) ++burden;
  }
  return burden < 3;
}

}  // namespace flags::claims
