// Which data name a resource, and of which kind: "ownerId" names an owner, "id"
// in the answer of POST /pets a pet.
//
// Known by names alone, as no document says it. Whoever asks treats a datum that
// may be an identifier as one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rest/request/call.h"

namespace covolve::rest {

/// Whether a parameter of a path names one of what the segment before it collects: /users/{username}.
bool namesMember(std::string_view path, std::string_view parameter);

/// The kinds of resource that a place in an argument may name: in small letters and singular. `pointer` leads
/// into the argument's value.
std::vector<std::string> kindsNamed(const Call& call, const Argument& argument, std::string_view pointer);

/// The kinds of resource whose identifier was taken from an earlier answer.
std::vector<std::string> kindsTaken(const Call& source, const Extraction& extraction);

/// "/owners/{ownerId}/pets/{petId}" -> "pets"; empty where all are parameters.
std::string lastLiteralSegment(std::string_view path);

}  // namespace covolve::rest
