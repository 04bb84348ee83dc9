// The same PUT twice must leave what it leaves once (RFC 9110, 9.2.2).
//
// Easy to get wrong: a service may count versions and visits, note times, and keep a
// history. So only what the PUT itself sent is looked at: it is shown as it was sent
// after the first and otherwise after the second, a list of it has got just what was
// sent once more. A number must have been stored and have grown by itself, and be
// none that a service counts by: a number that is added to another is not seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "rest/oracle/call_text.h"
#include "rest/oracle/effects.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class NotIdempotent final : public Oracle {
 public:
  std::string_view name() const override { return "not-idempotent"; }
  std::string_view description() const override {
    return "a PUT that does something else when it is sent again";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const auto second = watchedCall(calls);
    if (!second || !isDone(*second) || !second->before->json || !second->after->json) return;
    // The first PUT is what the look before the second came after.
    const Call* first = second->before;
    while (first != calls.data() && onlyReads(*first)) --first;
    const Call& put = *second->call;
    if (first->request != put.request || first->isByAnother(put) || !first->succeeded()) return;
    if (first->status() == 202) return;
    const auto member = differingMember(put, *second->before->json, *second->after->json);
    if (!member) return;
    Fault fault =
        faultOf(*this, calls, *member,
                fmt::format("{}, sent twice, does not leave what it leaves once: {} differs afterwards.",
                            subject(put), *member));
    blame(put, fault);
    faults.push_back(std::move(fault));
  }

 private:
  static bool isDone(const WatchedCall& put) {
    return put.call->request.method == "PUT" && !put.call->isUnsupportedMethod && put.call->succeeded() &&
           put.after->succeeded() && put.call->resource() == put.after->resource();
  }

  static std::optional<std::string> differingMember(const Call& put, const Json& once, const Json& twice) {
    for (const Argument& argument : put.arguments) {
      if (argument.parameter != nullptr || !argument.value.is_object()) continue;
      for (const auto& [name, sent] : argument.value.items()) {
        const Json* first = shownMember(once, name);
        const Json* second = shownMember(twice, name);
        if (first != nullptr && second != nullptr && isOtherwise(sent, *first, *second)) return name;
      }
    }
    return std::nullopt;
  }

  /// Whether a list has what it had, and what was sent.
  static bool hasGot(const Json& sent, const Json& before, const Json& after) {
    if (sent.empty() || after.size() != before.size() + sent.size()) return false;
    std::vector<Json> expected(before.begin(), before.end());
    expected.insert(expected.end(), sent.begin(), sent.end());
    return std::is_permutation(after.begin(), after.end(), expected.begin());
  }

  /// Whether storing what was sent a second time has changed it.
  static bool isOtherwise(const Json& sent, const Json& once, const Json& twice) {
    // What the second leaves may be what the first has, only later.
    if (once == twice || twice == sent) return false;
    if (sent.is_array()) return once.is_array() && twice.is_array() && hasGot(sent, once, twice);
    if (once != sent) return false;
    if (sent.is_number()) {
      constexpr double kLeast = 10;
      if (!twice.is_number()) return false;
      const double number = sent.get<double>();
      return std::abs(number) >= kLeast && twice.get<double>() - number == number;
    }
    if (!sent.is_string() || !twice.is_string()) return false;
    const auto& shown = twice.get_ref<const std::string&>();
    const auto& given = sent.get_ref<const std::string&>();
    return !given.empty() && shown.size() > given.size() && shown.contains(given);
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeNotIdempotent() { return std::make_unique<NotIdempotent>(); }

}  // namespace covolve::rest
