#include "behaviours.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace rude {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kJsonType = "Content-Type: application/json\r\n";
constexpr std::string_view kMessage = R"({"message": "hello"})";

std::string fine() { return response("200 OK", kJsonType, kMessage); }

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

/// In gzip's format with one stored block: nothing is compressed, but it must be unpacked.
std::string gzip(std::string_view bytes) {
  std::string packed("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
  const auto number = [&](std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) packed += static_cast<char>(value >> 8 * i & 0xFF);
  };
  const auto size = static_cast<std::uint32_t>(bytes.size());
  number(size, 2);
  number(~size, 2);
  packed.append(bytes);
  number(crc32(bytes), 4);
  number(size, 4);
  return packed;
}

std::string chunk(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string size;
  for (std::size_t rest = bytes.size(); rest > 0; rest /= 16) size.insert(size.begin(), kDigits[rest % 16]);
  return size + "\r\n" + std::string(bytes) + "\r\n";
}

std::string chunkedHead() {
  return "HTTP/1.1 200 OK\r\n" + std::string(kJsonType) + "Transfer-Encoding: chunked\r\n\r\n";
}

/// The same bytes every time, then the connection is closed, or not.
Behaviour sends(std::string bytes, bool staysOpen) {
  return [bytes = std::move(bytes), staysOpen](Peer& peer) { return peer.send(bytes) && staysOpen; };
}

/// The bytes, then silence on an open connection.
Behaviour sendsAndWaits(std::string bytes) {
  return [bytes = std::move(bytes)](Peer& peer) {
    if (peer.send(bytes)) peer.waitForClose();
    return false;
  };
}

bool resets(Peer& peer) {
  peer.reset();
  return false;
}

bool sendsEndlessBody(Peer& peer) {
  const std::string piece = chunk(std::string(16384, ' '));
  if (!peer.send(chunkedHead())) return false;
  while (peer.send(piece)) {
  }
  return false;
}

bool dripsEndlessBody(Peer& peer) {
  if (!peer.send(chunkedHead())) return false;
  while (peer.drip(chunk(" "), 6, milliseconds(100))) {
  }
  return false;
}

bool sendsEndlessHead(Peer& peer) {
  const std::string line = "X-More: " + std::string(1000, 'x') + "\r\n";
  if (!peer.send("HTTP/1.1 200 OK\r\n")) return false;
  while (peer.send(line)) {
  }
  return false;
}

bool sendsHugeBody(Peer& peer) {
  std::string body = R"({"message": ")";
  body.append(std::size_t{20} << 20, 'a').append("\"}");
  return peer.send(response("200 OK", kJsonType, body));
}

/// The first two times, please come again in a second.
Behaviour isBusyAtFirst() {
  return [left = std::make_shared<std::atomic<int>>(2)](Peer& peer) {
    if (left->fetch_sub(1) <= 0) return peer.send(fine());
    return peer.send(response("429 Too Many Requests", std::string(kJsonType) + "Retry-After: 1\r\n",
                              R"({"message": "not now"})"));
  };
}

}  // namespace

std::map<std::string, Behaviour> behaviours() {
  const std::string type(kJsonType);
  std::map<std::string, Behaviour> all;
  // What is odd but right.
  all["/fine"] = sends(fine(), true);
  all["/close"] = sends(fine(), false);
  all["/old"] = sends("HTTP/1.0 200 OK\r\n" + type + "\r\n" + std::string(kMessage), false);
  all["/chunks"] =
      sends(chunkedHead() + chunk(kMessage.substr(0, 7)) + chunk(kMessage.substr(7)) + "0\r\n\r\n", true);
  all["/gzip"] = sends(response("200 OK", type + "Content-Encoding: gzip\r\n", gzip(kMessage)), true);
  all["/early"] =
      sends("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + fine(), true);
  all["/loop"] = sends(response("302 Found", "Location: /loop\r\n", ""), true);
  all["/busy"] = isBusyAtFirst();
  all["/closed-for-today"] = sends(
      response("429 Too Many Requests", type + "Retry-After: 36000\r\n", R"({"message": "tomorrow"})"), true);
  all["/long-header"] =
      sends(response("200 OK", type + "X-Long: " + std::string(32768, 'x') + "\r\n", kMessage), true);
  all["/drip"] = [](Peer& peer) { return peer.drip(fine(), 10, milliseconds(20)); };
  all["/huge"] = sendsHugeBody;
  all["/endless"] = sendsEndlessBody;
  // More than was announced: the rest belongs to no answer.
  all["/excess"] = sends(fine() + "and more", false);
  // What no client can take for an answer.
  all["/silent"] = [](Peer&) { return false; };
  all["/reset"] = resets;
  all["/hang"] = sendsAndWaits("");
  all["/half"] = sends("HTTP/1.1 200 OK\r\n" + type + "Content-Length: 100\r\n\r\n{\"message\":", false);
  all["/half-head"] = sends("HTTP/1.1 200 OK\r\nContent-Ty", false);
  all["/too-short"] =
      sendsAndWaits("HTTP/1.1 200 OK\r\n" + type + "Content-Length: 100\r\n\r\n" + std::string(kMessage));
  all["/endless-drip"] = dripsEndlessBody;
  all["/endless-head"] = sendsEndlessHead;
  all["/no-http"] = sends("220 mail.example.com ready\r\n\r\n", false);
  all["/bad-status"] = sends("HTTP/1.1 banana\r\n" + type + "\r\n" + std::string(kMessage), false);
  all["/bad-chunk"] = sends(chunkedHead() + "zzz\r\n" + std::string(kMessage) + "\r\n0\r\n\r\n", false);
  all["/bad-gzip"] =
      sends(response("200 OK", type + "Content-Encoding: gzip\r\n", "this is not packed"), false);
  // Answers that are not what the document says.
  all["/bad-text"] = sends(response("200 OK", type, "{\"message\": \"\xC3\x28\"}"), true);
  all["/no-json"] = sends(response("200 OK", type, "{\"message\": "), true);
  all["/page"] = sends(response("200 OK", "Content-Type: text/html\r\n", "<p>hello</p>"), true);
  all["/no-type"] = sends(response("200 OK", "", kMessage), true);
  return all;
}

}  // namespace rude
