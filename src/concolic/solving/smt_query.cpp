#include "concolic/solving/smt_query.h"

#include <algorithm>
#include <type_traits>
#include <unordered_map>

#include "concolic/evaluate.h"

namespace covolve::concolic {

namespace {

template <class T>
void put(std::string& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
void putAll(std::string& bytes, const std::vector<T>& values) {
  put(bytes, static_cast<uint64_t>(values.size()));
  for (const T& value : values) put(bytes, value);
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  bool take(T& value) {
    if (bytes_.size() < sizeof value) return false;
    std::ranges::copy(bytes_.substr(0, sizeof value), reinterpret_cast<char*>(&value));
    bytes_.remove_prefix(sizeof value);
    return true;
  }

  template <class T>
  bool takeAll(std::vector<T>& values) {
    uint64_t count = 0;
    if (!take(count) || count > bytes_.size() / sizeof(T)) return false;
    values.resize(count);
    for (T& value : values) take(value);
    return true;
  }

  bool isAtEnd() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

}  // namespace

SmtQuery smtQueryOf(const Query& query, const SmtLimits& limits) {
  const Program program(query.trace, rootsOf(query.constraints));
  SmtQuery result{limits, {}, {}, {program.data().begin(), program.data().end()}};
  std::unordered_map<uint32_t, uint32_t> places;
  for (uint32_t i = 0; i < result.data.size(); ++i) places[result.data[i]] = i;
  for (const uint32_t number : program.expressions()) {
    Expression expression = query.trace.expressions[number];
    for (unsigned i = 0; i < operandCount(expression.operation); ++i) {
      expression.operands[i] = program.slotOf(expression.operands[i]);
    }
    if (expression.operation == Operation::Input) {
      expression.value = places.at(static_cast<uint32_t>(expression.value));
    }
    result.expressions.push_back(expression);
  }
  for (const Constraint& constraint : query.constraints) {
    result.constraints.push_back({program.slotOf(constraint.expression), constraint.wanted});
  }
  return result;
}

std::string bytesOf(const SmtQuery& query) {
  std::string bytes;
  put(bytes, query.limits);
  putAll(bytes, query.expressions);
  putAll(bytes, query.constraints);
  putAll(bytes, query.data);
  return bytes;
}

std::string bytesOf(const SmtAnswer& answer) {
  std::string bytes;
  put(bytes, answer.verdict);
  putAll(bytes, answer.values);
  return bytes;
}

std::optional<SmtQuery> smtQueryFrom(std::string_view bytes) {
  SmtQuery query;
  ByteReader reader(bytes);
  const bool isWhole = reader.take(query.limits) && reader.takeAll(query.expressions) &&
                       reader.takeAll(query.constraints) && reader.takeAll(query.data) && reader.isAtEnd();
  if (!isWhole) return std::nullopt;
  return query;
}

std::optional<SmtAnswer> smtAnswerFrom(std::string_view bytes) {
  SmtAnswer answer;
  ByteReader reader(bytes);
  if (!reader.take(answer.verdict) || !reader.takeAll(answer.values) || !reader.isAtEnd())
    return std::nullopt;
  return answer;
}

}  // namespace covolve::concolic
