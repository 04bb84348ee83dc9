#include "unit/concolic/trace_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "concolic/evaluate.h"

namespace covolve::unit {

using concolic::Decision;
using concolic::Expression;
using concolic::Operation;

namespace {

bool isSound(const Expression& expression, size_t number, const concolic::Trace& trace) {
  if (expression.operation == Operation::None || expression.operation > Operation::FloatToFloat) return false;
  if (expression.bits == 0 || expression.bits > 64) return false;
  if (expression.operation == Operation::Input) return expression.value < trace.data.size();
  for (unsigned i = 0; i < concolic::operandCount(expression.operation); ++i) {
    if (expression.operands[i] == 0 || expression.operands[i] >= number) return false;
  }
  return expression.operation != Operation::Extract || expression.value < 64;
}

}  // namespace

Result<TraceMemory> TraceMemory::make() {
  const int descriptor = memfd_create("covolve-trace", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return ownError(fmt::format("cannot make shared memory: {}", strerror(errno)));
  void* memory = MAP_FAILED;
  // Sealed: code under test that guesses the descriptor must not cut the memory away under the engine.
  if (ftruncate(descriptor, concolic::kMemoryBytes) == 0 &&
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    memory = mmap(nullptr, concolic::kMemoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  }
  if (memory == MAP_FAILED) {
    const int reason = errno;
    close(descriptor);
    return ownError(
        fmt::format("cannot map {} bytes of shared memory: {}", concolic::kMemoryBytes, strerror(reason)));
  }
  return TraceMemory(descriptor, static_cast<char*>(memory));
}

TraceMemory::TraceMemory(TraceMemory&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), bytes_(std::exchange(other.bytes_, nullptr)) {}

TraceMemory& TraceMemory::operator=(TraceMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

TraceMemory::~TraceMemory() {
  if (bytes_ != nullptr) munmap(bytes_, concolic::kMemoryBytes);
  if (descriptor_ >= 0) close(descriptor_);
}

void TraceMemory::prepare(const MarkedTest& test) {
  concolic::Header header;
  header.dataCount = static_cast<uint32_t>(test.data.size());
  header.markCount = static_cast<uint32_t>(test.marks.size());
  std::memcpy(bytes_ + concolic::kDataOffset, test.data.data(), test.data.size() * sizeof(concolic::Datum));
  std::memcpy(bytes_ + concolic::kMarksOffset, test.marks.data(), test.marks.size() * sizeof(concolic::Mark));
  std::memcpy(bytes_, &header, sizeof header);
}

concolic::Trace TraceMemory::read() const {
  concolic::Header header;
  std::memcpy(&header, bytes_, sizeof header);
  const auto copy = [&]<class T>(std::vector<T>& to, size_t offset, uint32_t count, uint32_t most) {
    to.resize(std::min(count, most));
    std::memcpy(to.data(), bytes_ + offset, to.size() * sizeof(T));
  };
  concolic::Trace trace;
  copy(trace.data, concolic::kDataOffset, header.dataCount, concolic::kMostData);
  copy(trace.expressions, concolic::kExpressionsOffset, std::max(header.expressionCount, 1u),
       concolic::kMostExpressions);
  copy(trace.decisions, concolic::kDecisionsOffset, header.decisionCount, concolic::kMostDecisions);
  trace.isCut = header.isCut != 0;
  trace.expressions[0] = {};
  for (size_t i = 1; i < trace.expressions.size(); ++i) {
    if (isSound(trace.expressions[i], i, trace)) continue;
    trace.expressions.resize(i);
    trace.isCut = true;
  }
  const auto isUnsound = [&](const Decision& decision) {
    return decision.condition == 0 || decision.condition >= trace.expressions.size() ||
           trace.expressions[decision.condition].bits != 1;
  };
  if (const auto found = std::ranges::find_if(trace.decisions, isUnsound); found != trace.decisions.end()) {
    trace.decisions.erase(found, trace.decisions.end());
    trace.isCut = true;
  }
  std::vector<concolic::UnknownFunction> functions;
  copy(functions, concolic::kFunctionsOffset, header.functionCount, concolic::kMostFunctions);
  for (const concolic::UnknownFunction& function : functions)
    trace.madeConcrete[std::string(function.name, strnlen(function.name, sizeof function.name))] +=
        function.calls;
  return trace;
}

uint64_t TraceMemory::requests() const {
  concolic::Header header;
  std::memcpy(&header, bytes_, sizeof header);
  return header.requests;
}

}  // namespace covolve::unit
