#include "unit/suite/fault_description.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>

#include <algorithm>

#include "base/signal_name.h"
#include "base/type_name.h"
#include "unit/build/symbolise.h"

namespace covolve::unit {

namespace fs = std::filesystem;
using abi::Ending;

namespace {

constexpr const char* kEndlessLoop = "endless loop";
constexpr const char* kOutOfTime = "out of time";

/// What the kind leaves open: the exit status, the exception nobody caught, the allocator's finding.
std::string detailOf(const execute::Death& death) {
  switch (death.ending) {
    case Ending::Exit:
      return fmt::format("with status {}", death.exitStatus);
    case Ending::Terminate:
      return death.text.empty() ? "" : fmt::format("after throwing {}", readableType(death.text));
    default:
      return death.text == abi::kAbortCalled ? "" : death.text;
  }
}

/// The worker's own functions stand in the stack where it intercepted a call (terminate, free, exit), and the
/// probes' where they looked at what the code compared. Of one that was inlined only the file tells.
bool isOurs(const SourceFrame& frame) {
  return frame.function.starts_with("covolve::") || frame.function.starts_with("__covolve_") ||
         frame.function.starts_with("covolve_") || frame.file.starts_with("covolve/") ||
         frame.file.find("/covolve/harness") != std::string::npos;
}

bool isSystemFile(const std::string& file) {
  return file.empty() || file.starts_with("/usr/") || file.starts_with("??");
}

/// In the user's sources.
bool isUsers(const SourceFrame& frame) {
  return frame.line != 0 && !isSystemFile(frame.file) && !isOurs(frame);
}

std::optional<SourceFrame> placeOf(const execute::Death& death, const fs::path& harness,
                                   const std::vector<fs::path>& requestedFiles) {
  const auto frames = symbolise(harness, death.frames);
  if (!frames) return std::nullopt;
  const auto isRequested = [&](const SourceFrame& frame) {
    const auto file = fs::path(frame.file).lexically_normal();
    return frame.line != 0 && std::ranges::find(requestedFiles, file) != requestedFiles.end();
  };
  if (const auto found = std::ranges::find_if(*frames, isRequested); found != frames->end()) return *found;
  const auto found = std::ranges::find_if(*frames, isUsers);
  // The harness's thunks, below the code under test, are no place in the user's source either.
  if (found == frames->end() || found->file.starts_with(harness.parent_path().string())) return std::nullopt;
  return *found;
}

}  // namespace

std::string faultKind(const execute::Death& death) {
  switch (death.ending) {
    case Ending::Exit:
      return "exit";
    case Ending::Terminate:
      return "std::terminate";
    case Ending::OutOfSteps:
      return kEndlessLoop;
    case Ending::OutOfTime:
      return kOutOfTime;
    case Ending::OutOfMemory:
    case Ending::BeyondMemory:
      return "out of memory";
    case Ending::StackOverflow:
      return "stack overflow";
    case Ending::HeapCorruption:
      return "heap corruption";
    case Ending::Signal:
    case Ending::None:
      break;
  }
  if (death.signal == SIGABRT) return "abort";
  if (death.signal != 0) return signalName(death.signal);
  return "exit";
}

std::vector<std::string> runningFunctions(const execute::Death& death, const fs::path& harness) {
  std::vector<std::string> functions;
  const auto frames = symbolise(harness, death.frames);
  if (!frames) return functions;
  for (const SourceFrame& frame : *frames) {
    if (isUsers(frame)) functions.push_back(withoutParameters(frame.function));
  }
  return functions;
}

std::optional<std::string> abortingFunction(const execute::Death& death, const fs::path& harness) {
  const auto frames = symbolise(harness, death.frames);
  if (!frames) return std::nullopt;
  // The C library's own frames have no lines.
  const auto calling = std::ranges::find_if(
      *frames, [](const SourceFrame& frame) { return frame.line != 0 && !isOurs(frame); });
  if (calling == frames->end() || !isUsers(*calling)) return std::nullopt;
  return withoutParameters(calling->function);
}

bool mustBeWaitedFor(const Fault& fault) { return fault.kind == kEndlessLoop || fault.kind == kOutOfTime; }

Fault describeFault(const FaultyTest& faulty, const program::Model& model, const fs::path& harness,
                    const execute::SiteTable& sites) {
  const execute::Death& death = faulty.death;
  const auto call = faulty.lastCall();
  Fault fault;
  fault.kind = faultKind(death);
  const bool isLoop = death.ending == Ending::OutOfSteps || death.ending == Ending::OutOfMemory;
  const bool hasBlock = death.lastBlock < sites.size();
  const auto frame = isLoop && hasBlock ? std::nullopt : placeOf(death, harness, model.requestedFiles);
  if (frame) {
    fault.function = frame->function;
    fault.file = frame->file;
    fault.line = frame->line;
  } else if (hasBlock) {
    const execute::Site& site = sites[death.lastBlock];
    fault.function = site.function;
    fault.file = site.file;
    fault.line = isLoop || site.lines.empty() ? site.line : site.lines.back();
  } else if (call) {
    const program::Callable& callable = model.callables[*call];
    fault.function = callable.display;
    fault.file = callable.file;
    fault.line = callable.line;
  }
  fault.description = fault.kind;
  if (const std::string detail = detailOf(death); !detail.empty()) fault.description += " " + detail;
  if (!fault.function.empty()) fault.description += " in " + withoutParameters(fault.function);
  if (!fault.file.empty()) {
    fault.description += fmt::format(" at {}:{}", fs::path(fault.file).filename().string(), fault.line);
  }
  return fault;
}

}  // namespace covolve::unit
