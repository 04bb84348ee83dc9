// Records as C keeps them: in files, and with members that share their place.
//
// What makes it hard: what is read has to stand in a file that the test brings along, and what is
// written has to be looked at; one function closes the file that it is given. A union is given by
// its first member and read by the others.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstdio>

namespace cpp {

/// Lines that are neither empty nor comments, three at most.
int countEntries(std::FILE* in) {
  if (in == nullptr) return -1;
  int count = 0;
  char line[80];
  while (std::fgets(line, sizeof line, in) != nullptr) {
    if (line[0] != '#' && line[0] != '\n') ++count;
  }
  return count > 3 ? 3 : count;
}

bool reportTemperature(std::FILE* out, int degrees) {
  if (out == nullptr) return false;
  if (degrees > 90) {
    std::fputs("alarm\n", out);
  } else {
    std::fprintf(out, "%d degrees\n", degrees);
  }
  return true;
}

/// Closes the file.
int versionOf(std::FILE* file) {
  if (file == nullptr) return -1;
  int version = 0;
  const int read = std::fscanf(file, "v%d", &version);
  std::fclose(file);
  if (read != 1) return 0;
  return version < 0 ? -version % 10 : version % 10;
}

struct Reading {
  bool isExact;
  union {
    int whole;
    float exact;
  };
};

const char* warmth(const Reading& reading) {
  if (reading.isExact) return reading.exact > 20.5F ? "warm" : "cold";
  return reading.whole > 20 ? "about warm" : "about cold";
}

union Word {
  unsigned number;
  unsigned char bytes[4];
};

/// Without those that are zero, on machines whose lowest byte comes first.
int usedBytes(const Word* word) {
  if (word == nullptr) return -1;
  int used = 4;
  while (used > 0 && word->bytes[used - 1] == 0) --used;
  return used;
}

}  // namespace cpp
