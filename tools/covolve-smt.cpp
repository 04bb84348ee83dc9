// covolve-smt QUERY: what Z3 says of a query (concolic/solving/smt_query.h), on
// standard output. A process for each query, with a limit on its memory.
#include <sys/resource.h>

#include <cstdio>

#include "base/files.h"
#include "smt/solve.h"

int main(int count, char** arguments) {
  using namespace covolve;
  if (count != 2) {
    std::fputs("usage: covolve-smt QUERY\n", stderr);
    return 2;
  }
  const auto bytes = readFile(arguments[1]);
  const auto query = bytes ? concolic::smtQueryFrom(*bytes) : std::nullopt;
  if (!query) return 2;
  // Beside what it counts itself there are its code and its stacks.
  const rlim_t most = (rlim_t{query->limits.megabytes} + 1024) << 20;
  const rlimit limit{most, most};
  setrlimit(RLIMIT_AS, &limit);
  const std::string answer = concolic::bytesOf(smt::solve(*query));
  return std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size() ? 0 : 1;
}
