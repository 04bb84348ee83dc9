#include "execute/sandbox.h"

#include <fmt/format.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>

namespace covolve::execute {

namespace fs = std::filesystem;

namespace {

void limit(__rlimit_resource resource, uint64_t value) {
  rlimit now{};
  getrlimit(resource, &now);
  if (value > now.rlim_max) value = now.rlim_max;  // only downwards
  now.rlim_cur = now.rlim_max = value;
  setrlimit(resource, &now);
}

/// Root's powers, except that of reading everything: who may start covolve as root keeps sources of other
/// users.
bool dropCapabilities(bool mayReadAll) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int capability = 0; capability < 64; ++capability) {
    if (mayReadAll && capability == CAP_DAC_READ_SEARCH) continue;
    if (prctl(PR_CAPBSET_READ, capability) == 1) prctl(PR_CAPBSET_DROP, capability);
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct kept[2] = {};
  if (syscall(SYS_capget, &header, kept) != 0) return false;
  const uint32_t reading = mayReadAll ? 1u << CAP_DAC_READ_SEARCH : 0;
  kept[0] = {kept[0].effective & reading, kept[0].permitted & reading, 0};
  kept[1] = {};
  return syscall(SYS_capset, &header, kept) == 0;
}

bool seccompWorks(const std::vector<sock_filter>& program) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    _exit(enterFilter(program) ? 0 : 1);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

Protection protection(std::string name, bool active, std::string by, std::string missing) {
  return {std::move(name), active, active ? std::move(by) : std::move(missing)};
}

}  // namespace

Result<Sandbox> Sandbox::prepare(Options options) {
  Sandbox sandbox;
  std::error_code failed;
  fs::create_directories(options.scratch, failed);
  const fs::path scratch = failed ? options.scratch : fs::canonical(options.scratch, failed);
  if (failed) {
    return userError(
        fmt::format("cannot use {} as scratch directory: {}", options.scratch.string(), failed.message()));
  }
  sandbox.scratch_ = scratch.string();
  options.scratch = scratch;
  sandbox.options_ = std::move(options);
  if (sandbox.options_.enabled) {
    const Mechanisms& mechanisms = sandbox.options_.mechanisms;
    if (mechanisms.namespaces) sandbox.namespaces_ = probeNamespaces(sandbox.scratch_);
    if (mechanisms.landlock) sandbox.landlock_ = makeLandlock(scratch);
    FilterOptions filter;
    filter.mayChangeModes = sandbox.namespaces_.readOnlyFiles;
    filter.mayShareMemory = sandbox.namespaces_.sharedMemory;
    filter.maySignal = true;  // a worker restricts itself to itself
    auto worker = makeFilter(filter);
    filter.maySignal = sandbox.namespaces_.processes || sandbox.landlock_.confinesSignals();
    filter.mayExecute = true;
    auto test = makeFilter(filter);
    filter.mayFork = true;
    filter.maySignal = true;  // the fork server kills its worker
    auto server = makeFilter(filter);
    for (const auto* made : {&worker, &test, &server}) {
      if (!*made) return std::unexpected(made->error());
    }
    sandbox.seccomp_ = mechanisms.seccomp && seccompWorks(*worker);
    if (sandbox.seccomp_) {
      sandbox.workerFilter_ = std::move(*worker);
      sandbox.testFilter_ = std::move(*test);
      sandbox.serverFilter_ = std::move(*server);
    }
  }
  sandbox.describe();
  return sandbox;
}

Sandbox::Sandbox(Sandbox&& other) noexcept { *this = std::move(other); }

Sandbox& Sandbox::operator=(Sandbox&& other) noexcept {
  std::swap(options_, other.options_);
  std::swap(scratch_, other.scratch_);
  std::swap(landlock_, other.landlock_);
  std::swap(namespaces_, other.namespaces_);
  std::swap(seccomp_, other.seccomp_);
  std::swap(serverFilter_, other.serverFilter_);
  std::swap(workerFilter_, other.workerFilter_);
  std::swap(testFilter_, other.testFilter_);
  std::swap(protections_, other.protections_);
  return *this;
}

Sandbox::~Sandbox() {
  if (landlock_.ruleset >= 0) close(landlock_.ruleset);
}

void Sandbox::describe() {
  if (!options_.enabled) {
    protections_ = {
        {"sandbox", false, "The sandbox is switched off: code under test can do what you can do."}};
    return;
  }
  const Namespaces& own = namespaces_;
  const bool landlock = landlock_.version > 0;
  const bool files = landlock || own.readOnlyFiles;
  protections_ = {
      protection("files", files,
                 fmt::format("Only the scratch directory can be written{}{}.", landlock ? " (Landlock)" : "",
                             own.readOnlyFiles ? " (read-only mounts)" : ""),
                 "This kernel has no Landlock and allows no mount namespace: code under test can change your "
                 "files."),
      protection("file modes", own.readOnlyFiles || seccomp_,
                 "Modes, owners and times of your files cannot be changed.",
                 "Neither seccomp nor a mount namespace is available: code under test can change your files' "
                 "modes."),
      protection(
          "network", own.network || seccomp_,
          fmt::format("There is no network{}{}.", own.network ? " (namespace)" : "",
                      seccomp_ ? " (seccomp)" : ""),
          "Neither seccomp nor a network namespace is available: code under test can use the network."),
      protection("processes", own.processes || landlock_.confinesSignals() || seccomp_,
                 fmt::format("Other processes cannot be signalled{}{}.", own.processes ? " (namespace)" : "",
                             landlock_.confinesSignals() ? " (Landlock)" : ""),
                 "No process namespace, Landlock scope or seccomp is available: code under test can signal "
                 "your processes."),
      protection("system calls", seccomp_,
                 "Starting programs and administrative system calls are refused (seccomp).",
                 "Seccomp is not available: code under test can start programs and fork without limit."),
      {"limits", true, "Memory, file size, open files and core files are limited."},
  };
}

void Sandbox::enterForExec(Program program) const {
  const bool isHarness = program == Program::Harness;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!options_.enabled) {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_STACK, options_.stack);
    return;
  }
  const bool isRoot = geteuid() == 0;
  bool entered = enterNamespaces(namespaces_, scratch_);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_STACK, options_.stack);
  limit(RLIMIT_FSIZE, options_.fileSize);
  limit(RLIMIT_NOFILE, options_.openFiles);
  const uint64_t addressSpace = isHarness                         ? options_.harnessAddressSpace
                                : program == Program::EmittedTest ? options_.testAddressSpace
                                                                  : 0;
  if (addressSpace != 0) limit(RLIMIT_AS, addressSpace);
  if (options_.processorSeconds != 0) limit(RLIMIT_CPU, options_.processorSeconds);
  if (isRoot) entered = dropCapabilities(!namespaces_.user) && entered;
  entered = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && entered;
  if (landlock_.ruleset >= 0) entered = enterLandlock(landlock_.ruleset) && entered;
  if (seccomp_) entered = enterFilter(isHarness ? serverFilter_ : testFilter_) && entered;
  if (!entered) _exit(kRefused);
}

std::function<void()> sandboxedExec(const Sandbox& sandbox, Sandbox::Program program) {
  return [&sandbox, program] { sandbox.enterForExec(program); };
}

}  // namespace covolve::execute
