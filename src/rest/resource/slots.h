// Data that an earlier call's response can fill: the identifier in a path, the
// ownerId of a body. Who can fill which slot is found by links, by the paths
// (POST /pets gives the petId of /pets/{petId}) and by like names; what a slot is
// filled with is found in the response that really came.
//
// An API may have tens of thousands of operations, so who could fill a slot is
// looked up, never searched for among all of them.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rest/request/call.h"
#include "rest/resource/names.h"

namespace covolve::rest {

/// What a link says about a parameter of the operation that it leads to ("path.id" is one "id"); nullptr:
/// nothing.
const std::string* expressionFor(const Link& link, const std::string& parameter);

/// Slots are made by one thread while others may use those that they know.
class Slots {
 public:
  struct Slot {
    size_t operation = 0;
    const Parameter* parameter = nullptr;  // null: in the body
    std::string pointer;                   // within the parameter or body; "" is the whole
    std::string name;
    size_t segment = 0;             // of a path parameter: where it stands in the path
    std::vector<size_t> producers;  // operations whose responses may fill it, likeliest first
  };

  /// `api` must outlive this.
  explicit Slots(const Api& api);

  /// The number of the slot for a datum, made when it is first asked for; none where no operation could fill
  /// it.
  std::optional<uint32_t> find(size_t operation, const Parameter* parameter, const std::string& pointer,
                               const std::string& name);
  /// The same for a datum that was asked for before.
  std::optional<uint32_t> known(size_t operation, const Parameter* parameter,
                                const std::string& pointer) const;
  const Slot& operator[](uint32_t slot) const {
    const std::scoped_lock lock(mutex_);
    return slots_[slot];
  }
  bool canFill(uint32_t slot, size_t producer) const;

  struct Taken {
    Json value;
    std::optional<Extraction> from;  // none: known before the call was made, from its request
  };
  /// What the call, which has index `index` in its test, gives for the slot.
  std::optional<Taken> take(uint32_t slot, const Call& producer, size_t index) const;

 private:
  /// What operations are compared with to see whether they could fill a slot.
  struct Wanted;
  Wanted wantedBy(const Slot& slot) const;
  std::vector<size_t> producersOf(const Slot& slot) const;
  std::vector<size_t> candidatesFor(const Slot& slot, const Wanted& wanted) const;
  int suitability(const Slot& slot, const Wanted& wanted, size_t producer) const;
  std::optional<Taken> findIn(const Slot& slot, const Call& producer, size_t index) const;
  /// "$response.body#/id", "$response.header.X", "$request.path.id", "$request.body#/name", or a constant.
  static std::optional<Taken> evaluate(const std::string& expression, const Call& producer, size_t index);
  std::optional<Taken> byLink(const Slot& slot, const Call& producer, size_t index) const;
  std::optional<Taken> byLocation(const Slot& slot, const Call& producer, size_t index) const;
  std::optional<Taken> byBody(const Slot& slot, const Call& producer, size_t index) const;
  std::optional<Taken> byRequest(const Slot& slot, const Call& producer) const;

  const Api& api_;
  std::vector<std::vector<std::string>> paths_;  // by operation: segments
  std::vector<std::string> resources_;           // by operation: what it is about
  // Operations, in their order:
  using Index = std::unordered_map<std::string, std::vector<size_t>>;
  Index byShape_;                                // by the path, whatever its parameters are called
  Index byResource_;                             // those of a collection, by what it holds
  Index byResponseName_;                         // by the names in their responses
  std::map<size_t, std::vector<size_t>> links_;  // by the operation that their responses link to
  mutable std::mutex mutex_;                     // of what follows
  std::deque<Slot> slots_;                       // addresses stay
  using Key = std::tuple<size_t, const Parameter*, std::string>;
  std::map<Key, std::optional<uint32_t>> bySlot_;
};

}  // namespace covolve::rest
