// Checks a form for signing up; all mistakes are collected.
//
// What makes it hard: whether the form is accepted depends on a counter that seven checks may have raised.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cctype>
#include <string>
#include <vector>

namespace flags::form {

struct Form {
  std::string name;
  std::string mail;
  std::string password;
  std::string repeated;
  int birthYear = 0;
  int postCode = 0;
  bool hasAgreed = false;
};

enum class Verdict { Accepted, Minor, Rejected };

namespace {

bool isName(const std::string& name) {
  if (name.size() < 2) return false;
  for (const unsigned char c : name) {
    if (!std::isalpha(c) && c != ' ' && c != '-') return false;
  }
  return std::isupper(static_cast<unsigned char>(name[0])) != 0;
}

bool isMail(const std::string& mail) {
  const std::size_t at = mail.find('@');
  if (at == std::string::npos || at == 0) return false;
  return mail.find('.', at + 2) != std::string::npos;
}

bool isStrong(const std::string& password) {
  if (password.size() < 8) return false;
  bool hasDigit = false;
  bool hasUpper = false;
  for (const unsigned char c : password) {
    if (std::isdigit(c)) hasDigit = true;
    if (std::isupper(c)) hasUpper = true;
  }
  return hasDigit && hasUpper;
}

}  // namespace

std::vector<std::string> mistakesIn(const Form& form) {
  std::vector<std::string> mistakes;
  if (!isName(form.name)) mistakes.emplace_back("name");
  if (!isMail(form.mail)) mistakes.emplace_back("mail");
  if (!isStrong(form.password)) mistakes.emplace_back("password");
  if (form.password != form.repeated) mistakes.emplace_back("repeated");
  if (form.birthYear < 1900 || form.birthYear > 2026) mistakes.emplace_back("year");
  if (form.postCode < 1'000 || form.postCode > 99'999) mistakes.emplace_back("post code");
  if (!form.hasAgreed) mistakes.emplace_back("terms");
  return mistakes;
}

Verdict check(const Form& form) {
  const std::vector<std::string> mistakes = mistakesIn(form);
  if (mistakes.size() == 0) {
    if (form.birthYear > 2008) return Verdict::Minor;
    return Verdict::Accepted;
  }
  return Verdict::Rejected;
}

}  // namespace flags::form
