// What a router does with a packet, by its IPv4 header and the beginning of the segment behind it.
//
// What makes it hard: one structure of eighteen fields. A lone wrong one ends the inspection, options are a
// list of their own inside an array, and the checksum depends on all fields before it.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cstddef>
#include <cstdint>

namespace wide {

struct PacketHeader {
  std::uint8_t version = 4;
  std::uint8_t headerWords = 5;  // of four bytes, with the options
  std::uint8_t trafficClass = 0;
  std::uint16_t totalLength = 40;
  std::uint16_t identification = 0;
  bool mustNotBeFragmented = false;
  bool hasMoreFragments = false;
  std::uint16_t fragmentOffset = 0;  // in units of eight bytes
  std::uint8_t timeToLive = 64;
  std::uint8_t protocol = 6;
  std::uint16_t checksum = 0;  // 0: left to the network card
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::array<std::uint8_t, 12> options{};
  std::uint16_t sourcePort = 0;
  std::uint16_t destinationPort = 0;
  std::uint8_t tcpFlags = 0;
  std::uint16_t window = 0;
};

enum class Verdict {
  Forward,
  ForwardFirst,  // before others that wait
  DeliverHere,
  Reassemble,
  NotIpv4,
  BadLength,
  BadChecksum,
  BadFragment,
  BadAddress,
  BadOption,
  BadSegment,
  Expired,
  ForbiddenRoute,
  Suspicious,
};

/// The parts are private: each relies on those before it.
class PacketFilter {
 public:
  static Verdict inspect(const PacketHeader& header) {
    if (header.version != 4) return Verdict::NotIpv4;
    if (header.headerWords < kWordsWithoutOptions || header.headerWords > kWordsWithoutOptions + 3) {
      return Verdict::BadLength;
    }
    const int headerLength = header.headerWords * 4;
    if (header.totalLength < headerLength) return Verdict::BadLength;
    if (header.checksum != 0 && header.checksum != checksumOf(header)) return Verdict::BadChecksum;

    const int payload = header.totalLength - headerLength;
    if (!isFragmentSound(header, payload)) return Verdict::BadFragment;
    if (!isSource(header.source) || header.destination == 0) return Verdict::BadAddress;
    const Verdict options = inspectOptions(header);
    if (options != Verdict::Forward) return options;

    // An address that loops back never comes over a wire.
    if (header.source >> 24 == 127 || header.destination >> 24 == 127) return Verdict::Suspicious;
    if (header.source == header.destination) return Verdict::Suspicious;
    const bool isForUs = header.destination == kOwnAddress;
    if (header.timeToLive == 0 || (header.timeToLive == 1 && !isForUs)) return Verdict::Expired;
    if (header.fragmentOffset > 0) return isForUs ? Verdict::Reassemble : Verdict::Forward;

    const Verdict segment = inspectSegment(header, payload);
    if (segment != Verdict::Forward) return segment;
    if (header.hasMoreFragments && isForUs) return Verdict::Reassemble;
    if (isForUs) return Verdict::DeliverHere;
    return header.trafficClass >> 2 >= kUrgentTraffic ? Verdict::ForwardFirst : Verdict::Forward;
  }

 private:
  static constexpr int kWordsWithoutOptions = 5;
  static constexpr std::uint32_t kOwnAddress = 0xC0A80001;  // 192.168.0.1

  static constexpr int kUrgentTraffic = 46;

  static constexpr std::uint8_t kTcp = 6;
  static constexpr std::uint8_t kUdp = 17;

  // Flags of TCP.
  static constexpr unsigned kFinish = 1;
  static constexpr unsigned kSynchronise = 2;
  static constexpr unsigned kReset = 4;

  /// The ones' complement of the ones' complement sum of all words of 16 bits but itself.
  static std::uint16_t checksumOf(const PacketHeader& header) {
    std::uint32_t sum = static_cast<std::uint32_t>(header.version) << 12 |
                        static_cast<std::uint32_t>(header.headerWords) << 8 | header.trafficClass;
    sum += header.totalLength;
    sum += header.identification;
    sum += (header.mustNotBeFragmented ? 0x4000U : 0U) | (header.hasMoreFragments ? 0x2000U : 0U) |
           (header.fragmentOffset & 0x1FFFU);
    sum += static_cast<std::uint32_t>(header.timeToLive) << 8 | header.protocol;
    sum += (header.source >> 16) + (header.source & 0xFFFF);
    sum += (header.destination >> 16) + (header.destination & 0xFFFF);
    const std::size_t bytes = optionBytes(header);
    for (std::size_t i = 0; i < bytes; i += 2) {
      sum += static_cast<std::uint32_t>(header.options[i]) << 8 | header.options[i + 1];
    }
    while (sum > 0xFFFF) sum = (sum >> 16) + (sum & 0xFFFF);
    return static_cast<std::uint16_t>(~sum);
  }

  static std::size_t optionBytes(const PacketHeader& header) {
    return static_cast<std::size_t>(header.headerWords - kWordsWithoutOptions) * 4;
  }

  static bool isFragmentSound(const PacketHeader& header, int payload) {
    if (header.fragmentOffset > 0x1FFF) return false;
    const bool isFragment = header.hasMoreFragments || header.fragmentOffset > 0;
    if (!isFragment) return true;
    if (header.mustNotBeFragmented) return false;
    if (header.hasMoreFragments && payload % 8 != 0) return false;
    return header.fragmentOffset * 8 + payload <= 0xFFFF;
  }

  /// Neither nobody, nor everybody, nor a group can have sent it.
  static bool isSource(std::uint32_t address) { return address != 0 && address >> 28 < 0xE; }

  static Verdict inspectOptions(const PacketHeader& header) {
    const std::size_t end = optionBytes(header);
    std::size_t at = 0;
    while (at < end) {
      const std::uint8_t kind = header.options[at];
      if (kind == 0) return Verdict::Forward;
      if (kind == 1) {
        ++at;
        continue;
      }
      if (at + 1 >= end) return Verdict::BadOption;
      const std::uint8_t length = header.options[at + 1];
      if (length < 2 || at + length > end) return Verdict::BadOption;
      if (kind == 131 || kind == 137) return Verdict::ForbiddenRoute;
      if (kind == 68 && length % 4 != 0) return Verdict::BadOption;
      at += length;
    }
    return Verdict::Forward;
  }

  static Verdict inspectSegment(const PacketHeader& header, int payload) {
    if (payload < 8) return Verdict::BadSegment;  // of whatever protocol
    if (header.protocol != kTcp && header.protocol != kUdp) return Verdict::Forward;
    if (header.destinationPort == 0) return Verdict::BadSegment;
    if (header.protocol == kUdp) return Verdict::Forward;
    if (payload < 20 || header.sourcePort == 0) return Verdict::BadSegment;
    return areFlagsPlausible(header) ? Verdict::Forward : Verdict::Suspicious;
  }

  /// Scanners send what no peer would.
  static bool areFlagsPlausible(const PacketHeader& header) {
    const unsigned flags = header.tcpFlags & 0x3FU;
    if (flags == 0) return false;
    if ((flags & kSynchronise) != 0 && (flags & (kFinish | kReset)) != 0) return false;
    const bool opens = flags == kSynchronise;
    return !opens || header.window != 0;
  }
};

}  // namespace wide
