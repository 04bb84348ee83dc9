// Reads packets of a stream.
//
// What makes it hard: a checksum over what follows, options within, and a token with a remainder.
// Expected: every branch can be covered.
// Infeasible: none.
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace wire {

enum pkt_status {
  PKT_OK = 0,
  PKT_SHORT = -1,
  PKT_MAGIC = -2,
  PKT_VERSION = -3,
  PKT_LENGTH = -4,
  PKT_CHECKSUM = -5,
  PKT_OPTION = -6,
  PKT_SEQUENCE = -7,
  PKT_CLOSED = -8
};

struct pkt_header {
  std::uint8_t version;
  std::uint8_t kind;
  bool urgent;
  bool has_options;
  std::uint16_t length;
  std::uint32_t checksum;
};

struct pkt_options {
  std::uint16_t window;
  std::uint8_t priority;
  std::uint32_t token;
  unsigned seen;
};

struct pkt_stream {
  std::uint32_t next_seq;
  int errors;
  int gaps;
  bool open;
  pkt_options opts;
};

std::uint32_t pkt_adler(const std::uint8_t* data, std::size_t len) {
  std::uint32_t a = 1, b = 0;
  for (std::size_t i = 0; i < len; ++i) {
    a = (a + data[i]) % 65521u;
    b = (b + a) % 65521u;
  }
  return (b << 16) | a;
}

static std::uint32_t load_be(const std::uint8_t* p, int bytes) {
  std::uint32_t v = 0;
  while (bytes-- > 0) v = (v << 8) | *p++;
  return v;
}

int pkt_parse_header(const std::uint8_t* data, std::size_t len, pkt_header* out) {
  if (data == nullptr || len < 10) return PKT_SHORT;
  if (load_be(data, 2) != 0xC35Au) return PKT_MAGIC;
  out->version = data[2] >> 5;
  out->kind = data[2] & 0x0F;
  out->urgent = (data[2] & 0x10) != 0;
  out->has_options = (data[3] & 0x80) != 0;
  if (out->version != 2 && !(out->version == 3 && out->urgent)) return PKT_VERSION;
  out->length = static_cast<std::uint16_t>(load_be(data + 4, 2));
  if (out->length != len - 10) return PKT_LENGTH;
  out->checksum = load_be(data + 6, 4);
  return out->checksum == pkt_adler(data + 10, out->length) ? PKT_OK : PKT_CHECKSUM;
}

int pkt_parse_options(const std::uint8_t* p, std::size_t len, pkt_options* out, std::size_t* used) {
  std::size_t i = 0;
  std::memset(out, 0, sizeof *out);
  while (i < len && p[i] != 0) {
    const std::uint8_t tag = p[i];
    if (tag == 1) {
      ++i;
      continue;
    }
    if (i + 2 > len || p[i + 1] < 2 || i + p[i + 1] > len) return PKT_OPTION;
    const std::uint8_t size = p[i + 1];
    if (out->seen & (1u << (tag & 7))) return PKT_OPTION;
    if (tag == 2 && size == 4)
      out->window = static_cast<std::uint16_t>(load_be(p + i + 2, 2));
    else if (tag == 3 && size == 3 && p[i + 2] < 8)
      out->priority = p[i + 2];
    else if (tag == 4 && size == 6)
      out->token = load_be(p + i + 2, 4);
    else if (tag < 0x80)
      return PKT_OPTION;
    out->seen |= 1u << (tag & 7);
    i += size;
  }
  if (i == len) return PKT_OPTION;
  *used = i + 1;
  return PKT_OK;
}

int pkt_feed(pkt_stream* st, const std::uint8_t* data, std::size_t len) {
  pkt_header h;
  const int rc = pkt_parse_header(data, len, &h);
  if (rc != PKT_OK) {
    if (rc == PKT_CHECKSUM && ++st->errors >= 3) st->open = false;
    return rc;
  }
  const std::uint8_t* body = data + 10;
  std::size_t skip = 0;
  if (h.has_options && pkt_parse_options(body, h.length, &st->opts, &skip) != PKT_OK) return PKT_OPTION;
  if (h.kind == 1) {
    if (st->opts.token == 0 || (st->opts.token ^ 0x5F3759DFu) % 9973u != 17u) return PKT_CLOSED;
    st->open = true;
    st->next_seq = st->opts.window;
    return PKT_OK;
  }
  if (!st->open || h.length < skip + 4) return st->open ? PKT_LENGTH : PKT_CLOSED;
  const std::uint32_t seq = load_be(body + skip, 4);
  if (seq != st->next_seq) {
    if (seq - st->next_seq > 8u || !h.urgent) return PKT_SEQUENCE;
    st->gaps += static_cast<int>(seq - st->next_seq);
  }
  st->next_seq = seq + 1;
  if (h.kind == 7 && st->gaps > 4 && st->opts.priority == 6) st->open = false;
  return PKT_OK;
}

}  // namespace wire
