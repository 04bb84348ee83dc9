// Arrays as C passes them, and a list behind a handle.
//
// What makes it hard: a pointer and a number belong together; a list is made, used and freed by
// functions, and must not be used once it is freed.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace cpp {

int sum(const int* values, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) total += values[i] % 1000;
  return total > 100 ? 100 : total;
}
void sort(int a[], int n) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && a[j - 1] > a[j]; --j) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
}
uint32_t checksum(const void* data, size_t len) {
  const auto* p = static_cast<const unsigned char*>(data);
  uint32_t h = 17;
  for (size_t i = 0; i < len; ++i) h = h * 31 + p[i];
  if (len == 4 && memcmp(data, "RIFF", 4) == 0) return 1;
  return h;
}
int to_hex(char* out, size_t out_size, const uint8_t* bytes, size_t nbytes) {
  static const char digits[] = "0123456789abcdef";
  if (out_size < 2 * nbytes) return -1;
  for (size_t i = 0; i < nbytes; ++i) {
    out[2 * i] = digits[bytes[i] >> 4];
    out[2 * i + 1] = digits[bytes[i] & 15];
  }
  return (int)(2 * nbytes);
}
struct list {
  int* items;
  size_t used, room;
};
list* list_new(void) { return static_cast<list*>(std::calloc(1, sizeof(list))); }
void list_free(list* l) {
  if (l) free(l->items);
  free(l);
}
int list_add(list* l, int item) {
  if (!l) return -1;
  if (l->used == l->room) {
    l->room = l->room ? 2 * l->room : 2;
    l->items = static_cast<int*>(std::realloc(l->items, l->room * sizeof(int)));
  }
  l->items[l->used++] = item;
  return (int)l->used;
}
int list_last(const list* l) { return l && l->used ? l->items[l->used - 1] : -1; }

}  // namespace cpp
