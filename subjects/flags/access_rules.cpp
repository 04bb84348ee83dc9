// Who may open which door, and when.
//
// What makes it hard: rules are functions that ask each other, four deep; a person may come by a role, by a
// deputy or by a visitor's pass.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
namespace flags::access {

struct Person {
  int badge = 0;
  int level = 0;
  int deputyOf = 0;
  int passUntil = 0;  // minute of the day; 0: none
};

enum class Decision { Closed, Open, OpenAndLogged, Alarm };

namespace {

bool isBadge(int badge) {
  if (badge < 2'000'000) return false;
  return badge % 89 == badge / 1'000'000 % 89;
}

bool isStaff(const Person& person) {
  if (!isBadge(person.badge)) return false;
  return person.level > 0 && person.level < 10;
}

bool mayAtNight(const Person& person) {
  if (isStaff(person) && person.level >= 7) return true;
  return isBadge(person.deputyOf) && person.deputyOf > 9'000'000;
}

bool isVisitor(const Person& person, int minute) {
  if (person.level != 0) return false;
  return person.passUntil > 0 && minute <= person.passUntil;
}

bool mayNow(const Person& person, int minute) {
  const bool isNight = minute < 360 || minute > 1'200;
  if (isNight) return mayAtNight(person);
  if (isVisitor(person, minute)) return true;
  return isStaff(person);
}

}  // namespace

Decision ask(const Person& person, int door, int minute) {
  if (minute < 0 || minute >= 1'440) return Decision::Closed;
  if (door == 66 && !mayAtNight(person)) return Decision::Alarm;
  if (!mayNow(person, minute)) return Decision::Closed;
  return isStaff(person) ? Decision::Open : Decision::OpenAndLogged;
}

}  // namespace flags::access
