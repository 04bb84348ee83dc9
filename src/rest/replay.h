// Repeats the calls that showed a fault in an earlier run, by its commands in
// covolve.json, and tells whether the answer is still the same.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "rest/http/message.h"

namespace covolve::rest {

struct ReplayOptions {
  std::string fault;             // its identifier
  std::filesystem::path output;  // of the earlier run
  std::string url;               // where the service is now; empty: where it was
  HeaderList headers;            // that authenticate: reports have none
};

struct Replay {
  std::string text;  // the commands and their answers, and what follows from them
  bool stillShows = false;
};

/// A user Error where the run has no such fault, or no commands for it.
Result<Replay> replayFault(const ReplayOptions& options);

/// What `curl -i` wrote, as covolve.json has answers: "500 application/json" and the body. Empty: no answer.
std::string answerIn(const std::string& written);

/// Whether an answer shows what the recorded one did: its status, and of a fault that is about more than
/// that, what it is about.
bool showsTheSame(const std::string& kind, const std::string& recorded, const std::string& now);

/// The command for another place, with further headers.
std::string adapted(std::string command, const std::string& url, const HeaderList& headers);

}  // namespace covolve::rest
