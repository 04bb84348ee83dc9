// Marks the papers of a candidate and says whether the whole examination is passed.
//
// What makes it hard: the marks are only given when a count of formal mistakes, gathered by several
// functions, is zero or small; a series of papers passes by accumulated flags with one weak paper made up
// for by another.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::exam {

enum class Result { Void, Failed, Resit, Passed, Honours };

struct Sheet {
  std::string candidate;  // two capitals, four digits, a check letter
  std::string answers;    // 'A' to 'E', '-' where nothing is ticked
  int minutes = 0;
  bool isSigned = false;
};

namespace {

bool isCandidate(const std::string& text) {
  if (text.size() != 7) return false;
  int number = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const char c = text[i];
    if (i < 2) {
      if (c < 'A' || c > 'Z') return false;
    } else {
      if (c < '0' || c > '9') return false;
      number = number * 10 + (c - '0');
    }
  }
  return text[6] == 'A' + number % 23;
}

void requireKey(const std::string& key) {
  if (key.size() < 5 || key.size() > 100) throw std::invalid_argument("a key of 5 to 100 answers");
  const bool isFit = std::all_of(key.begin(), key.end(), [](char c) { return c >= 'A' && c <= 'E'; });
  if (!isFit) throw std::invalid_argument("a key has an answer everywhere");
}

int unreadable(const std::string& answers) {
  int count = 0;
  for (const char c : answers) {
    if (c == '-') continue;
    if (c < 'A' || c > 'E') ++count;
  }
  return count;
}

int mistakesOf(const Sheet& sheet, const std::string& key) {
  int errors = 0;
  if (!isCandidate(sheet.candidate)) errors += 10;
  if (sheet.answers.size() != key.size()) errors += 10;
  errors += unreadable(sheet.answers);
  if (!sheet.isSigned) ++errors;
  if (sheet.minutes > 90) errors += sheet.minutes > 95 ? 3 : 1;
  return errors;
}

/// Three points for a right answer, one off for a wrong one; both have the same length.
int pointsOf(const std::string& answers, const std::string& key) {
  int points = 0;
  for (std::size_t i = 0; i < std::min(answers.size(), key.size()); ++i) {
    if (answers[i] == key[i]) {
      points += 3;
    } else if (answers[i] != '-') {
      --points;
    }
  }
  return std::max(points, 0);
}

}  // namespace

/// In per cent; -1: the paper does not count.
int markOf(const Sheet& sheet, const std::string& key) {
  requireKey(key);
  const int errors = mistakesOf(sheet, key);
  if (errors > 2) return -1;
  const int points = pointsOf(sheet.answers, key);
  const int percent = points * 100 / (3 * static_cast<int>(key.size()));
  if (errors == 0) return percent;
  return std::max(percent - 5 * errors, 0);
}

/// All papers belong to one candidate and are marked with the same key.
Result examine(const std::vector<Sheet>& papers, const std::string& key) {
  if (papers.size() < 2) return Result::Void;
  bool ok = true;
  bool isExcellent = true;
  int weak = 0;
  bool hasStrong = false;
  for (const Sheet& paper : papers) {
    ok &= paper.candidate == papers.front().candidate;
    const int mark = markOf(paper, key);
    ok &= mark >= 0;
    isExcellent &= mark >= 85;
    if (mark < 50) ++weak;
    if (mark >= 70) hasStrong = true;
  }
  if (!ok) return Result::Void;
  if (isExcellent) return Result::Honours;
  if (weak == 0) return Result::Passed;
  if (weak == 1) return hasStrong ? Result::Passed : Result::Resit;
  return Result::Failed;
}

}  // namespace flags::exam
