// What a call did to the service, as a look before and one after it show: the
// resource is gone, or it has what the call sent.
//
// Easy to get wrong: answers change by themselves (counters, times, marks of what
// was read). So a change counts only where a datum that the call sent, and that
// says something, stands where something else stood before.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "rest/request/call.h"

namespace covolve::rest {

enum class Effect { Deleted, Changed, Made };

/// A call between two looks at one resource or list by the same user, with nothing else but reading between
/// them.
struct WatchedCall {
  const Call* before = nullptr;
  const Call* call = nullptr;
  const Call* after = nullptr;
  size_t looks = 0;  // before it, with nothing done between them
};

/// GET and HEAD.
bool onlyReads(const Call& call);

/// The last call that does more than reading, where the call at the end is the look after it. What was
/// refused in between does not count as reading: it is what this is about.
std::optional<WatchedCall> watchedCall(std::span<const Call> calls);

/// What the looks show that the call did; none where they show nothing that is certain.
std::optional<Effect> effectOf(const WatchedCall& watched);

/// "it is gone"
const char* effectText(Effect effect);

/// A member of what an answer shows: of the object itself, or of an object in it ({"data": {...}}).
const Json* shownMember(const Json& answer, const std::string& name);

/// Whether a value could hardly be there by chance: no truth value, none of an enumeration.
bool isTelling(const Call& call, const std::string& member, const Json& value);

}  // namespace covolve::rest
