// The engine's end of a harness process: starts it in the sandbox, gives
// orders, hears of deaths. Knows nothing of tests.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>

#include "base/error.h"
#include "execute/sandbox.h"
#include "execute/shared_memory.h"

namespace covolve::execute {

class ForkServer {
 public:
  struct Options {
    std::filesystem::path harness;
    uint64_t heapLimit = uint64_t{1} << 30;
    std::chrono::milliseconds startLimit{30'000};  // for static initialisation
    bool bindAtStart = true;                       // look all symbols up once, not again after each reset
    std::map<std::string, int> descriptors = {};   // passed on under variables with these names
  };

  /// An Error tells how the harness failed before it was ready, with what it printed. Libraries with symbols
  /// that nobody defines start all the same, with bindAtStart off.
  static Result<ForkServer> start(Options options, const Sandbox& sandbox, SharedMemory& memory);
  ForkServer(ForkServer&& other) noexcept;
  ForkServer& operator=(ForkServer&& other) noexcept;
  ~ForkServer();

  /// False when the server is gone.
  bool spawn(uint32_t filterLength, uint32_t firstLane);
  bool kill();

  struct News {
    bool serverGone = false;
    std::optional<int> died;  // the worker's wait status; -1 when it could not even be forked
  };
  /// Waits for the worker's death, no longer than `limit`; 0 looks without waiting.
  News listen(std::chrono::milliseconds limit);

 private:
  ForkServer(pid_t process, int socket) : process_(process), socket_(socket) {}
  static Result<ForkServer> startOnce(const Options& options, const Sandbox& sandbox, SharedMemory& memory);
  bool order(abi::Order what, uint32_t filterLength, uint32_t firstLane);

  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace covolve::execute
