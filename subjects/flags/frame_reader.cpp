// Reads frames of a serial line.
//
// What makes it hard: every step gives an error code that the next one looks at, and only frames without any
// mistake get to what they say.
// Expected: every branch can be covered; faults only where its helpers are called on their own.
// Infeasible: none.
#include <cstdint>
#include <vector>

namespace flags::frames {

enum Error { kOk = 0, kTooShort = -1, kBadStart = -2, kBadLength = -3, kBadSum = -4, kBadKind = -5 };

struct Frame {
  int kind = 0;
  int address = 0;
  std::vector<std::uint8_t> payload;
};

namespace {

int checkStart(const std::vector<std::uint8_t>& bytes) {
  if (bytes.size() < 6) return kTooShort;
  if (bytes[0] != 0x7e || bytes[1] != 0xa5) return kBadStart;
  return kOk;
}

int checkLength(const std::vector<std::uint8_t>& bytes) {
  if (bytes[2] + std::size_t{6} != bytes.size()) return kBadLength;
  return kOk;
}

int checkSum(const std::vector<std::uint8_t>& bytes) {
  unsigned sum = 0;
  for (std::size_t i = 2; i + 1 < bytes.size(); ++i) sum += bytes[i];
  if ((sum & 0xffu) != bytes.back()) return kBadSum;
  return kOk;
}

int checkAll(const std::vector<std::uint8_t>& bytes) {
  int error = checkStart(bytes);
  if (error != kOk) return error;
  error = checkLength(bytes);
  if (error != kOk) return error;
  return checkSum(bytes);
}

}  // namespace

/// What to answer; negative: an error.
int answerTo(const std::vector<std::uint8_t>& bytes) {
  const int error = checkAll(bytes);
  if (error != kOk) return error;
  Frame frame;
  frame.kind = bytes[3];
  frame.address = bytes[4];
  frame.payload.assign(bytes.begin() + 5, bytes.end() - 1);
  if (frame.kind == 0 || frame.kind > 3) return kBadKind;
  if (frame.address == 255) return 0;  // to all: nobody answers
  if (frame.kind == 2 && frame.payload.size() == 2) return frame.payload[0] * 256 + frame.payload[1];
  return frame.kind;
}

}  // namespace flags::frames
