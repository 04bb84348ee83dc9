// Serves a router over HTTP until the process shall end.
#pragma once

#include <string>
#include <string_view>

#include "program.h"
#include "router.h"

namespace service {

/// A document that is compiled in (#embed), as GET answers it.
void addDocument(Router& router, const std::string& path, const std::string& type, std::string_view text);

/// On 127.0.0.1 until SIGTERM or SIGINT, which end the process with status 0; with 1 where the port is taken.
[[noreturn]] void serve(const Router& router, const Options& options);

}  // namespace service
