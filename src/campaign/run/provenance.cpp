#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>

#include "base/installation.h"
#include "base/process.h"
#include "base/version.h"
#include "campaign/run/file_hash.h"
#include "campaign/run/runner.h"

namespace covolve::campaign {

namespace {

Result<std::string> programHash() {
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  auto hash =
      hashFiles({"/proc/self/exe", installation->pass(), installation->runtime(), installation->worker()});
  if (hash) hash->resize(kProgramDigits);
  return hash;
}

/// "Debian clang version 19.1.7"; the one that builds code under test.
Result<std::string> compilerVersion() {
  const auto completed = run({.arguments = {"clang++-19", "--version"}});
  if (!completed) return std::unexpected(completed.error());
  if (!completed->succeeded()) return ownError("clang++-19 does not tell its version: " + completed->errors);
  return completed->output.substr(0, completed->output.find('\n'));
}

/// Not every architecture names its processors.
std::string processorName(const std::string& architecture) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return architecture;
}

}  // namespace

Result<Provenance> provenanceHere() {
  auto program = programHash();
  if (!program) return std::unexpected(program.error());
  auto compiler = compilerVersion();
  if (!compiler) return std::unexpected(compiler.error());
  utsname system{};
  uname(&system);
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return Provenance{.version = kVersion,
                    .program = std::move(*program),
                    .compiler = std::move(*compiler),
                    .host = system.nodename,
                    .processor = processorName(system.machine),
                    .cores = static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)),
                    .memoryMegabytes = pages * pageSize >> 20,
                    .kernel = fmt::format("{} {}", system.sysname, system.release)};
}

}  // namespace covolve::campaign
