// Names of days and months as numbers, after the papers' subject DateParse.
//
// What makes it hard: nineteen whole words, in two arguments that must be right at
// the same time; letters of any case are taken.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cctype>
#include <string>

namespace strings {

/// 100 for a known day and a known month's number, added up; 0 where neither is known.
int dateParse(const std::string& dayName, const std::string& monthName) {
  std::string day = dayName;
  for (char& c : day) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::string month = monthName;
  for (char& c : month) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  int result = 0;
  if (day == "mon" || day == "tue" || day == "wed" || day == "thur" || day == "fri" || day == "sat" ||
      day == "sun") {
    result = 100;
  }
  if (month == "jan") {
    result += 1;
  } else if (month == "feb") {
    result += 2;
  } else if (month == "mar") {
    result += 3;
  } else if (month == "apr") {
    result += 4;
  } else if (month == "may") {
    result += 5;
  } else if (month == "jun") {
    result += 6;
  } else if (month == "jul") {
    result += 7;
  } else if (month == "aug") {
    result += 8;
  } else if (month == "sep") {
    result += 9;
  } else if (month == "oct") {
    result += 10;
  } else if (month == "nov") {
    result += 11;
  } else if (month == "dec") {
    result += 12;
  }
  return result;
}

}  // namespace strings
