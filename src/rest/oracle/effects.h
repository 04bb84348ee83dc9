// What a call did to the service, as a look before and one after it show: the
// resource is gone, or it has what the call sent.
//
// Easy to get wrong: answers change by themselves (counters, times, marks of what
// was read, jobs that go on). So a change counts only where a datum that the call
// sent, and that no service comes to by itself, stands where something else stood
// in two looks before.
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
  const Call* earlier = nullptr;  // the look before the one before; null: there was one only
  const Call* before = nullptr;
  const Call* call = nullptr;
  const Call* after = nullptr;
};

/// GET and HEAD.
bool onlyReads(const Call& call);

/// The last call that does more than reading, where the call at the end is the look after it. What was
/// refused in between does not count as reading: it is what this is about.
std::optional<WatchedCall> watchedCall(std::span<const Call> calls);

/// What the looks show that the call did; none where they show nothing that is certain.
std::optional<Effect> effectOf(const WatchedCall& watched);

/// Of Effect::Made: where the list, as the look after shows it, has what was made, which has what was sent. A
/// JSON pointer.
std::optional<std::string> placeOfMade(const WatchedCall& watched);

/// "it is gone"
const char* effectText(Effect effect);

/// A member of what an answer shows: of the object itself, or of an object in it ({"data": {...}}).
const Json* shownMember(const Json& answer, const std::string& name);

/// Whether no service comes to a value by itself: no word, truth value, small number, or date, and nothing
/// that the document names for the call.
bool isTelling(const Call& call, const Json& value);

/// The telling members that a call sent and that stand in what an answer shows.
bool showsWhatWasSent(const Call& call, const Json& shown);

}  // namespace covolve::rest
