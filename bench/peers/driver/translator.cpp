#include "translator.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace covolve::peers {

namespace {

/// As in covolve's own sequences: objects that hold objects of their own kind would double with every call.
constexpr uint32_t kHeaviest = 1000;

}  // namespace

template <class T>
void Translator::put(T number) {
  uint8_t bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  pending_.insert(pending_.end(), bytes, bytes + sizeof number);
}

uint8_t Translator::byte() {
  if (input_.empty()) return 0;
  const uint8_t first = input_.front();
  input_ = input_.subspan(1);
  return first;
}

uint64_t Translator::raw(unsigned bytes) {
  uint64_t number = 0;
  for (unsigned i = 0; i < bytes; ++i) number |= uint64_t{byte()} << (8 * i);
  return number;
}

size_t Translator::choose(size_t count) {
  if (count <= 1) return 0;
  return raw(count <= 256 ? 1 : 2) % count;
}

std::span<const uint8_t> Translator::translate(std::span<const uint8_t> input) {
  input_ = input;
  test_.assign(sizeof(uint16_t), 0);
  pending_.clear();
  scope_.clear();
  needed_.clear();
  calls_ = 0;
  while (!input_.empty() && calls_ < table_.limits.calls) {
    // Without choice and arguments nothing would be used up.
    const size_t before = input_.size();
    call(table_.underTest[choose(table_.underTest.size())], 0);
    if (input_.size() == before) byte();
  }
  const auto count = static_cast<uint16_t>(calls_);
  std::memcpy(test_.data(), &count, sizeof count);
  return test_;
}

bool Translator::call(uint16_t id, uint32_t depth) {
  const Call& call = table_.calls[id];
  const size_t start = pending_.size();
  const size_t neededBefore = needed_.size();
  const uint32_t weightBefore = std::exchange(weight_, 1);
  put(id);
  const bool isWhole =
      std::ranges::all_of(call.arguments, [&](const Argument& argument) { return value(argument, depth); });
  const bool isDone = isWhole && finish(call, start, weight_);
  pending_.resize(start);
  needed_.resize(neededBefore);
  weight_ = weightBefore;
  return isDone;
}

bool Translator::finish(const Call& call, size_t start, uint32_t weight) {
  // What was made for its arguments may have used up the room.
  if (calls_ >= table_.limits.calls || weight > kHeaviest) return false;
  if (call.isMethod && weight > 1) {
    // It may have put copies of its arguments into its receiver.
    uint16_t receiver = 0;
    std::memcpy(&receiver, pending_.data() + start + sizeof(uint16_t), sizeof receiver);
    for (Object& object : scope_) {
      if (object.action == receiver) object.weight = weight;
    }
  }
  if (call.makesObject) scope_.push_back({static_cast<uint16_t>(calls_), call.result, weight});
  test_.insert(test_.end(), pending_.begin() + static_cast<ptrdiff_t>(start), pending_.end());
  ++calls_;
  return true;
}

bool Translator::value(const Argument& argument, uint32_t depth) {
  const Type& type = table_.types[argument.type];
  switch (type.kind) {
    case Kind::Boolean:
      put(static_cast<uint8_t>(byte() & 1));
      return true;
    case Kind::Integer:
      integer(type);
      return true;
    case Kind::Floating:
      floating(type);
      return true;
    case Kind::Enumeration:
      put(type.enumerators[choose(type.enumerators.size())]);
      return true;
    case Kind::String:
      text(true, table_.limits.text);
      return true;
    case Kind::CString:
    case Kind::Buffer: {
      const bool isPresent = !isAbsent();
      put(static_cast<uint8_t>(isPresent));
      if (isPresent) text(false, type.kind == Kind::Buffer ? table_.limits.textInBuffer : table_.limits.text);
      return true;
    }
    case Kind::Vector:
      return list(type, byte() % (table_.limits.list + 1), true, depth);
    case Kind::Array:
      return list(type, type.length, false, depth);
    case Kind::Optional:
    case Kind::Pointer: {
      const bool isPresent = !isAbsent();
      put(static_cast<uint8_t>(isPresent));
      return !isPresent || value({type.parts[0], false}, depth);
    }
    case Kind::Tuple:
      for (uint32_t i = 0; i < type.length; ++i) {
        if (!value({type.parts[i], false}, depth)) return false;
      }
      return true;
    case Kind::Variant: {
      const auto chosen = static_cast<int64_t>(choose(type.length));
      put(chosen);
      return value({type.parts[chosen], false}, depth);
    }
    case Kind::Object:
      return object(argument, depth);
  }
  return false;
}

bool Translator::list(const Type& type, uint32_t count, bool stopsWithInput, uint32_t depth) {
  const size_t place = pending_.size();
  if (stopsWithInput) put(uint32_t{0});
  uint32_t written = 0;
  for (; written < count && !(stopsWithInput && input_.empty()); ++written) {
    if (!value({type.parts[0], false}, depth)) return false;
  }
  if (stopsWithInput) std::memcpy(pending_.data() + place, &written, sizeof written);
  return true;
}

void Translator::integer(const Type& type) {
  const bool isSmall = type.bytes > 1 && (byte() & 1) == 0;
  const unsigned bytes = isSmall ? 1 : type.bytes;
  const uint64_t low = raw(std::min(bytes, 8u));
  // Extended from as many bytes as were read; the harness takes what fits into the type.
  const unsigned unused = 64 - 8 * std::min(bytes, 8u);
  const auto number =
      type.isSigned ? static_cast<int64_t>(low << unused) >> unused : static_cast<int64_t>(low);
  put(number);
  if (type.bytes <= 8) return;
  const bool isNegative = type.isSigned && number < 0;
  put(bytes > 8 ? raw(8) : isNegative ? ~uint64_t{0} : uint64_t{0});
}

void Translator::floating(const Type& type) {
  double number = 0;
  switch (byte() % 4) {
    case 0:
      number = static_cast<int8_t>(byte());
      break;
    case 1:
      number = static_cast<int32_t>(raw(4)) / 1000.0;
      break;
    default:
      if (type.bytes == sizeof(float)) {
        const auto bits = static_cast<uint32_t>(raw(sizeof(float)));
        float narrow = 0;
        std::memcpy(&narrow, &bits, sizeof narrow);
        number = narrow;
      } else {
        const uint64_t bits = raw(sizeof(double));
        std::memcpy(&number, &bits, sizeof number);
      }
  }
  put(number);
}

void Translator::text(bool mayHoldNul, uint32_t longest) {
  const size_t place = pending_.size();
  put(uint32_t{0});
  uint32_t length = 0;
  while (!input_.empty() && length < longest) {
    const uint8_t next = byte();
    if (next == '\\' && !input_.empty() && byte() != '\\') break;
    if (next == 0 && !mayHoldNul) break;
    pending_.push_back(next);
    ++length;
  }
  std::memcpy(pending_.data() + place, &length, sizeof length);
}

bool Translator::object(const Argument& argument, uint32_t depth) {
  const Type& type = table_.types[argument.type];
  const bool isFull = calls_ + 1 >= table_.limits.calls;
  uint32_t found = findObject(argument, 0);
  if (found != kNone) {
    const uint8_t choice = byte();
    const bool wantsNew = choice % 8 == 7 && !isFull && depth < table_.limits.nesting;
    found = wantsNew ? kNone : findObject(argument, choice / 8);
  }
  if (found == kNone) {
    if (isFull || type.makers.empty()) return false;
    const size_t maker = depth < table_.limits.nesting ? choose(type.makers.size()) : 0;
    if (!call(type.makers[maker], depth + 1)) return false;
    found = static_cast<uint32_t>(scope_.size() - 1);
  }
  const Object object = scope_[found];
  weight_ += object.weight;
  put(object.action);
  if (argument.consumes) {
    scope_.erase(scope_.begin() + found);
  } else {
    needed_.push_back(object.action);
  }
  return true;
}

/// Its place in the scope. An object that is needed elsewhere in the call cannot be moved from.
uint32_t Translator::findObject(const Argument& argument, uint8_t choice) const {
  const auto suits = [&](const Object& object) {
    return object.type == argument.type &&
           !(argument.consumes && std::ranges::find(needed_, object.action) != needed_.end());
  };
  const auto count = static_cast<uint32_t>(std::ranges::count_if(scope_, suits));
  if (count == 0) return kNone;
  uint32_t skip = choice % count;
  for (uint32_t i = 0; i < scope_.size(); ++i) {
    if (suits(scope_[i]) && skip-- == 0) return i;
  }
  return kNone;
}

}  // namespace covolve::peers
