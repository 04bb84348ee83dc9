// Numbers and times that are read from streams: the text is what is left in the
// stream's buffer, as libstdc++ lays it out.
//
// Easy to get wrong: the call may fill the buffer of a file. Only that of a string is
// known to hold all there is, and only that is asked about.
#include "languages.h"
#include "reporting.h"

using namespace covolve;

namespace {

/// The tables of virtual functions of std::stringbuf and std::wstringbuf; null in programs that have none.
extern "C" __attribute__((weak))
const void* const stringBufferTable[] __asm__("_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE");
extern "C" __attribute__((weak)) const void* const wideStringBufferTable[] __asm__(
    "_ZTVNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEE");

template <class Field>
Field fieldAt(const void* object, ptrdiff_t offset) {
  Field field;
  const char* const place = static_cast<const char*>(object) + offset;
  __builtin_memcpy(static_cast<void*>(&field), place, sizeof field);  // a load, no call
  return field;
}

/// std::basic_ios, whose place within the stream its table of virtual functions tells.
class Stream {
 public:
  explicit Stream(const void* stream)
      : ios_(static_cast<const char*>(stream) + fieldAt<ptrdiff_t>(fieldAt<const void*>(stream, 0), kBase)) {}

  bool isGood() const { return fieldAt<int>(ios_, kState) == 0; }
  const void* buffer() const { return fieldAt<const void*>(ios_, kBuffer); }
  bool has(int flag) const { return (fieldAt<int>(ios_, kFlags) & flag) != 0; }

  /// Of several flags at once libstdc++ makes 10.
  uint8_t base() const {
    switch (fieldAt<int>(ios_, kFlags) & (kDecimal | kHexadecimal | kOctal)) {
      case kOctal:
        return 8;
      case kHexadecimal:
        return 16;
      case 0:
        return 0;
      default:
        return 10;
    }
  }

  // std::ios_base::fmtflags
  static constexpr int kNamesTruth = 1 << 0;
  static constexpr int kSkipsBlanks = 1 << 12;

 private:
  static constexpr int kDecimal = 1 << 1;
  static constexpr int kHexadecimal = 1 << 3;
  static constexpr int kOctal = 1 << 6;
  static constexpr ptrdiff_t kBase = -24;
  static constexpr ptrdiff_t kFlags = 24;
  static constexpr ptrdiff_t kState = 32;
  static constexpr ptrdiff_t kBuffer = 232;

  const void* ios_;
};

bool isStringBuffer(const void* buffer, uint8_t width) {
  constexpr size_t kFirstFunction = 2;  // behind the offset to the top and the type
  const void* const* const table = width == 1 ? stringBufferTable : wideStringBufferTable;
  return table != nullptr && fieldAt<const void* const*>(buffer, 0) == table + kFirstFunction;
}

/// What is left of a string's buffer, cut to what a number or a time needs at most; no data where it is none.
distance::Text unread(const void* buffer, uint8_t width) {
  constexpr uint64_t kMost = 1024;
  constexpr ptrdiff_t kBegin = 8;
  constexpr ptrdiff_t kNext = 16;
  constexpr ptrdiff_t kEnd = 24;
  constexpr ptrdiff_t kWritten = 32;
  constexpr ptrdiff_t kWrittenEnd = 40;
  if (!isStringBuffer(buffer, width)) return {nullptr, 0, width};
  const auto pointer = [&](ptrdiff_t offset) { return fieldAt<const char*>(buffer, offset); };
  const char* const next = pointer(kNext);
  const char* end = pointer(kEnd);
  // What was written to a stringstream is there to be read, though its buffer has not noticed yet.
  if (pointer(kWritten) == pointer(kBegin) && pointer(kWrittenEnd) > end) end = pointer(kWrittenEnd);
  if (next == nullptr || end < next) return {nullptr, 0, width};
  const uint64_t size = static_cast<uint64_t>(end - next) / width;
  return {next, size < kMost ? size : kMost, width};
}

}  // namespace

void __covolve_stream(uint32_t site, uint8_t question, uint8_t width, uint8_t bytes, bool isSigned,
                      const void* stream, const void* format) {
  if (!runtime::isRegistered(site)) return;
  const Stream input(stream);
  if (!input.isGood() || input.buffer() == nullptr) return;
  const distance::Text text = unread(input.buffer(), width);
  if (text.data == nullptr) return;
  runtime::Reading reading{input.base(), bytes, isSigned, input.has(Stream::kSkipsBlanks)};
  auto asked = static_cast<abi::TextQuestion>(question);
  if (asked == abi::TextQuestion::IsReadTruth && input.has(Stream::kNamesTruth))
    asked = abi::TextQuestion::IsReadTruthName;
  const distance::Pair distances =
      runtime::ofLanguage(site, asked, abi::kNotAnswered, text, format, abi::kUpToNul, reading.packed());
  if (distances.toTrue != abi::kNever) runtime::update(site, distances);
}
