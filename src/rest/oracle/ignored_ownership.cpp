// What one user made is seen, changed or deleted by another of the same rank
// ("broken object level authorization").
//
// Easy to get wrong: much of what users make is meant for everybody, and no
// document says what is not. So the service itself must have shown, in the same
// test and about the same thing, that it tells its owner from others: others are
// refused to read or to change it while the owner is not. That a thing is in the
// owner's list and missing in theirs is a hint only: whoever has its address may be
// meant to use it. And what another user did must be seen by the owner: a service
// may answer 204 to whoever deletes nothing, or give each user things of the same
// name. What was shown holds only as long as nobody has done anything since: a thing
// may be given to others.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json_pointer.h"
#include "base/percent_encoding.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/deletion.h"
#include "rest/oracle/effects.h"
#include "rest/oracle/listing.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

using History = std::span<const Call>;

bool isOrdinary(const Call& call) {
  return call.isAuthenticated && !call.violation && !call.isUnsupportedMethod && call.madeUp.empty();
}

/// Nothing was done between two calls of a test, by anybody, but reading, and what was refused.
bool isQuietBetween(History calls, size_t first, size_t last) {
  return std::ranges::all_of(calls.subspan(first + 1, last - first - 1),
                             [](const Call& one) { return onlyReads(one) || one.isRefused(); });
}

bool sayTheSame(const Call& one, const Call& other) {
  return one.request.method == other.request.method && one.request.target == other.request.target &&
         one.request.body == other.request.body;
}

/// Where an answer has the whole of something: a JSON pointer.
std::optional<std::string> placeOf(const Json& whole, const Json& answer, const std::string& at = "") {
  if (answer == whole) return at;
  if (answer.is_array()) {
    for (size_t i = 0; i < answer.size(); ++i) {
      if (auto place = placeOf(whole, answer[i], fmt::format("{}/{}", at, i))) return place;
    }
  } else if (answer.is_object()) {
    for (const auto& [name, part] : answer.items()) {
      if (auto place = placeOf(whole, part, pointerTo(at, name))) return place;
    }
  }
  return std::nullopt;
}

bool isInList(const Json& answer, const std::string& place) {
  return !place.empty() && findPointer(answer, parentAndName(place).first)->is_array();
}

/// What is known of the resource that a call of its owner is about.
class Ownership {
 public:
  Ownership(History calls, const Call& ofOwner)
      : calls_(calls), ofOwner_(ofOwner), resource_(ofOwner.resource()) {}

  /// By its owner, in this test.
  bool isMade() const {
    return std::ranges::any_of(calls_, [&](const Call& one) {
      return isOrdinary(one) && one.user == ofOwner_.user && hasMade(one, ofOwner_);
    });
  }

  /// What the owner may do, this other user was refused, and nothing has happened since.
  bool isRefused(size_t user) const {
    return anyPair([&](const Call& own, const Call& others) {
      return others.user == user && isRefusal(own, others) && own.request.method == "GET";
    });
  }

  /// Others were refused to do what the owner was not, and what weighs no more than this.
  bool isRefusedToOthers(const std::string& method) const {
    return anyPair([&](const Call& own, const Call& others) {
      // Whole things may be for their owners to store, while others change parts of them.
      return isRefusal(own, others) && !(own.request.method == "PUT" && method == "PATCH");
    });
  }

  /// The owner's list has it, that of others, asked for in the same way, has not.
  bool isHiddenFromOthers() const {
    const std::string identifier = percentDecoded(resource_.substr(resource_.rfind('/') + 1));
    const std::string parent = resource_.substr(0, resource_.rfind('/'));
    return anyPair([&](const Call& own, const Call& others) {
      if (own.request.method != "GET" || own.resource() != parent || !sayTheSame(own, others)) return false;
      return lists(own, identifier) && isWholeList(others) && !lists(others, identifier);
    });
  }

  bool isRefusedToStrangers() const {
    return std::ranges::any_of(calls_, [&](const Call& one) {
      return !one.isAuthenticated && one.request.method == "GET" && one.resource() == resource_ &&
             (one.status() == 401 || one.status() == 403);
    });
  }

 private:
  bool isRefusal(const Call& own, const Call& others) const {
    if (own.resource() != resource_ || !sayTheSame(own, others) || own.request.method == "DELETE")
      return false;
    return own.succeeded() && (others.status() == 403 || others.status() == 404);
  }

  /// A call of the owner and one of another user, with nothing done since the first of them; the owner's, if
  /// it does something, comes first.
  template <class Matches>
  bool anyPair(const Matches& matches) const {
    for (size_t i = 0; i < calls_.size(); ++i) {
      if (!isOrdinary(calls_[i]) || calls_[i].user != ofOwner_.user) continue;
      for (size_t k = 0; k < calls_.size(); ++k) {
        if (!isOrdinary(calls_[k]) || calls_[k].user == ofOwner_.user) continue;
        if (matches(calls_[i], calls_[k]) && isQuietBetween(calls_, std::min(i, k), calls_.size()))
          return true;
      }
    }
    return false;
  }

  History calls_;  // before the deed
  const Call& ofOwner_;
  std::string resource_;
};

class IgnoredOwnership final : public Oracle {
 public:
  std::string_view name() const override { return "ignored-ownership"; }
  std::string_view description() const override {
    return "what one user made is seen, changed or deleted by another";
  }

  void judge(History calls, std::vector<Fault>& faults) const override {
    const bool hasSeveralUsers =
        std::ranges::any_of(calls, [&](const Call& one) { return one.user != calls.back().user; });
    if (!hasSeveralUsers || !isOrdinary(calls.back())) return;
    judgeChange(calls, faults);
    judgeReading(calls, faults);
  }

 private:
  /// The last call is the owner's look at what another has done.
  void judgeChange(History calls, std::vector<Fault>& faults) const {
    const auto watched = watchedCall(calls);
    if (!watched) return;
    const Call& change = *watched->call;
    if (!isOrdinary(change) || !change.succeeded() || change.user == watched->after->user) return;
    const auto effect = effectOf(*watched);
    const Ownership ownership(calls.first(static_cast<size_t>(&change - calls.data())), *watched->after);
    if (!effect || *effect == Effect::Made || !ownership.isMade()) return;
    const bool isRefused = ownership.isRefusedToOthers(change.request.method);
    if (!isRefused && !ownership.isHiddenFromOthers()) return;
    const bool isDeleted = *effect == Effect::Deleted;
    Fault fault = faultOf(
        *this, calls, isDeleted ? "deleted" : "changed",
        fmt::format("{} by another user is answered {} and {} what its owner made, although {}.",
                    subject(change), change.status(), isDeleted ? "deletes" : "changes",
                    isRefused ? "others are refused elsewhere" : "it is missing in the lists of others"));
    blame(change, fault);
    fault.isHint = !isRefused;
    faults.push_back(std::move(fault));
  }

  /// The last call gives another user what is the owner's.
  void judgeReading(History calls, std::vector<Fault>& faults) const {
    const Call& last = calls.back();
    if (last.request.method != "GET" || !last.json || !showsSomething(last)) return;
    const History before = calls.first(calls.size() - 1);
    for (size_t i = 0; i < before.size(); ++i) {
      const Call& own = calls[i];
      const bool isOwners = isOrdinary(own) && own.user != last.user && own.request.method == "GET";
      if (!isOwners || !own.succeeded() || !own.json || !own.json->is_object() || own.json->size() < 2)
        continue;
      if (!isQuietBetween(calls, i, calls.size() - 1)) continue;
      const Ownership ownership(before, own);
      const auto place = placeOf(*own.json, *last.json);
      if (!place || !ownership.isMade()) continue;
      if (own.resource() != last.resource()) {
        if (!ownership.isRefused(last.user)) continue;
        faults.push_back(
            faultOf(*this, calls, "shown",
                    fmt::format("{} shows a user what {} refuses that user.", subject(last), subject(own))));
        faults.back().place = *place;
        faults.back().isAnywhereInList = isInList(*last.json, *place);
        return;
      }
      if (sayTheSame(own, last) && ownership.isHiddenFromOthers() && ownership.isRefusedToStrangers()) {
        Fault fault = faultOf(
            *this, calls, "read",
            fmt::format(
                "{} shows a user what another made, which is missing in that user's list and refused to "
                "strangers.",
                subject(last)));
        fault.isHint = true;
        faults.push_back(std::move(fault));
        return;
      }
    }
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeIgnoredOwnership() { return std::make_unique<IgnoredOwnership>(); }

}  // namespace covolve::rest
