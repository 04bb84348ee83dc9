// Which requests the HTTP libraries of other languages send as they are. The fetch
// of JavaScript resolves "..", takes no body with GET, knows no TRACE, and has its
// own mind about some headers; requests of Python rewrites what it finds strange in
// targets; REST Assured reads queries and writes them anew. What they would change is sent by other means.
#pragma once

#include <string>

#include "rest/emit/templates.h"

namespace covolve::rest::emit {

bool isKeptByFetch(const std::string& method, const TextTemplate& target, const SentHeaders& headers,
                   bool hasBody);

/// Bodies without a type get one.
bool isKeptByRestAssured(const std::string& method, const TextTemplate& target, const SentHeaders& headers,
                         bool hasBody);

bool isKeptByRequests(const TextTemplate& target, const SentHeaders& headers);

}  // namespace covolve::rest::emit
