// Installs a firmware image that comes in chunks over a bad line.
//
// What makes it hard: a status is handed on through three layers; versions are texts, chunks have to fit
// end to end and to add up to the size and sum in the manifest, and repeats take from a budget.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flags::firmware {

enum class Status { Ok, BadVersion, Downgrade, WrongBoard, NoPower, LinkLost, BadImage };

struct Device {
  std::string board;
  std::string version;
  int batteryPercent = 0;
  bool isOnMains = false;
};

struct Manifest {
  std::string version;
  std::vector<std::string> boards;
  std::size_t size = 0;
  std::uint8_t sum = 0;
  bool allowsDowngrade = false;
};

struct Chunk {
  std::size_t offset = 0;
  std::vector<std::uint8_t> bytes;
  int failures = 0;  // so often it gets lost before it arrives
};

namespace {

struct Version {
  int parts[3] = {};
};

/// Three numbers of up to three digits: "2.14.0".
Status parseVersion(const std::string& text, Version& version) {
  version = {};
  int part = 0;
  int digits = 0;
  for (const char c : text) {
    if (c == '.') {
      if (digits == 0 || part == 2) return Status::BadVersion;
      ++part;
      digits = 0;
    } else {
      if (c < '0' || c > '9' || digits == 3) return Status::BadVersion;
      version.parts[part] = version.parts[part] * 10 + (c - '0');
      ++digits;
    }
  }
  return part == 2 && digits > 0 ? Status::Ok : Status::BadVersion;
}

bool isOlder(const Version& first, const Version& second) {
  return std::lexicographical_compare(first.parts, first.parts + 3, second.parts, second.parts + 3);
}

Status checkVersions(const Device& device, const Manifest& manifest) {
  Version present;
  Version coming;
  if (parseVersion(device.version, present) != Status::Ok) return Status::BadVersion;
  const Status status = parseVersion(manifest.version, coming);
  if (status != Status::Ok) return status;
  if (!isOlder(coming, present)) return Status::Ok;
  if (manifest.allowsDowngrade && coming.parts[0] == present.parts[0]) return Status::Ok;
  return Status::Downgrade;
}

Status checkDevice(const Device& device, const Manifest& manifest) {
  const bool isListed = std::any_of(manifest.boards.begin(), manifest.boards.end(),
                                    [&](const std::string& board) { return board == device.board; });
  if (!isListed) return Status::WrongBoard;
  if (!device.isOnMains && device.batteryPercent < 40) return Status::NoPower;
  return checkVersions(device, manifest);
}

Status receive(const std::vector<Chunk>& chunks, std::vector<std::uint8_t>& image) {
  int budget = 5;
  for (const Chunk& chunk : chunks) {
    int attempts = 1;
    while (attempts <= chunk.failures) {
      if (attempts == 3 || budget == 0) return Status::LinkLost;
      ++attempts;
      --budget;
    }
    if (chunk.offset != image.size()) return Status::BadImage;
    image.insert(image.end(), chunk.bytes.begin(), chunk.bytes.end());
  }
  return Status::Ok;
}

bool isImage(const std::vector<std::uint8_t>& image, const Manifest& manifest) {
  if (image.size() < 8 || image.size() != manifest.size) return false;
  if (image[0] != 0x7F || image[1] != 'F') return false;
  unsigned sum = 0;
  for (const std::uint8_t byte : image) sum += byte;
  return sum % 256 == manifest.sum;
}

}  // namespace

Status install(const Device& device, const Manifest& manifest, const std::vector<Chunk>& chunks) {
  const Status ready = checkDevice(device, manifest);
  if (ready != Status::Ok) return ready;
  std::vector<std::uint8_t> image;
  const Status received = receive(chunks, image);
  if (received != Status::Ok) return received;
  return isImage(image, manifest) ? Status::Ok : Status::BadImage;
}

/// How many devices of a fleet get it; it stops at the second that loses its image.
int rollOut(const std::vector<Device>& fleet, const Manifest& manifest, const std::vector<Chunk>& chunks) {
  int done = 0;
  int broken = 0;
  for (const Device& device : fleet) {
    const Status status = install(device, manifest, chunks);
    if (status == Status::Ok) ++done;
    if (status == Status::BadImage && ++broken == 2) return -1;
  }
  return done;
}

}  // namespace flags::firmware
