// What a test did away with. Two oracles look at what can still be done with a
// resource after a successful DELETE.
//
// Easy to get wrong: a DELETE that was only accepted (202), that has options
// ("?soft=true"), or that was followed by anything that may have made the
// resource again, proves nothing.
#pragma once

#include <span>

#include "rest/request/call.h"

namespace covolve::rest {

/// The DELETE, earlier in the test, of the very resource that the last call is about; null: there is none, or
/// it may be there again.
const Call* deletionOf(std::span<const Call> calls);

/// The same for a resource that the last call's is part of: DELETE /pets/5 for /pets/5/toys.
const Call* deletionAbove(std::span<const Call> calls);

/// Whether the call made the resource that the other is about, by what it was answered, or by a PUT to it.
bool hasMade(const Call& call, const Call& other);

/// Whether an answer really gives something: not nothing, and not the note that it was deleted.
bool showsSomething(const Call& call);

/// {"error": "locked"}, {"deleted": false}: refusals of services that always answer 200.
bool saysNotDone(const Call& call);

/// Whether a resource named so may outlive what it is part of, or bring it back: ".../history",
/// ".../restore".
bool mayOutlive(const Operation& operation);

/// Whether something on this path was seen in the test, and was not deleted since.
bool surelyExists(std::span<const Call> calls);

}  // namespace covolve::rest
