// Functions that call back what they are given.
//
// What makes it hard: what the code does is decided by what functions return that the test
// has to bring along, now one thing and then another; what a handler is handed is an untyped
// pointer.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <functional>
#include <string>
#include <vector>

namespace cpp {

int countMatches(const std::vector<int>& values, const std::function<bool(int)>& matches) {
  if (!matches) return -1;
  int count = 0;
  for (const int value : values) {
    if (matches(value)) ++count;
  }
  return count > 2 ? 2 : count;
}

std::string greet(const std::function<std::string(const std::string&)>& translate) {
  const std::string word = translate("hello");
  return word.empty() ? "hello" : word + "!";
}

enum class Level { Debug, Warning, Error };

using Rank = int (*)(Level level, void* context);

/// Whether the handler ranks errors above the threshold.
bool isLoud(Rank rank, void* context, int threshold) {
  const int loudness = rank(Level::Error, context);
  if (loudness < 0) return false;
  return loudness > threshold;
}

int visitAll(const std::vector<int>& values, void (*visit)(int value)) {
  for (const int value : values) visit(value);
  return values.empty() ? 0 : 1;
}

/// How many attempts it takes, three at most.
int attempts(bool (*send)(const char* text)) {
  if (send("ping")) return 1;
  if (send("ping")) return 2;
  return 3;
}

/// What comes until there is nothing more.
std::string drain(const std::function<std::string()>& next) {
  std::string all;
  for (int i = 0; i < 10; ++i) {
    const std::string piece = next();
    if (piece.empty()) return all;
    all += piece[0];
  }
  return "endless";
}

}  // namespace cpp
