#pragma once
#include <cstdio>
#include <functional>
#include <string>

namespace io {

/// A test's own class of that name has to give way.
class ResultsInTurn {};
inline int count(const ResultsInTurn&) { return 0; }

struct Pixel {
  int x;
  union {
    unsigned char channels[3];
    int packed;
  };
};
inline int red(const Pixel& pixel) { return pixel.channels[0]; }

inline bool upper(std::FILE* in, std::FILE* out) {
  if (in == nullptr) return false;
  for (int c; (c = std::fgetc(in)) != EOF;) std::fputc(c >= 'a' && c <= 'z' ? c - 32 : c, out);
  std::fclose(out);
  return true;
}

inline int attempts(bool (*send)(const char* text, void* context), void* context) {
  int count = 1;
  while (!send("ping", context) && count < 5) ++count;
  return count;
}

inline std::string join(const std::function<std::string(int)>& part) { return part(0) + "-" + part(1); }

}  // namespace io
