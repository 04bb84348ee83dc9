// A family tree: persons with parents, children and marriages, how two of them are related, and who inherits.
//
// What makes it hard: relations need several persons linked in the right way, some of them over three
// generations; links are refused by age, death and descent, and children may be gone (weak pointers).
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::genealogy {

class Person : public std::enable_shared_from_this<Person> {
 public:
  Person(std::string name, int born) : name_(std::move(name)), born_(born) {}
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;

  const std::string& name() const { return name_; }
  long born() const { return born_; }
  bool isAlive() const { return !died_; }
  const std::vector<std::shared_ptr<Person>>& parents() const { return parents_; }
  std::vector<std::shared_ptr<Person>> children() const {
    std::vector<std::shared_ptr<Person>> present;
    for (const auto& child : children_) {
      if (auto person = child.lock()) present.push_back(std::move(person));
    }
    return present;
  }
  std::shared_ptr<Person> spouse() const { return spouse_.lock(); }
  bool isMarried() const {
    const auto current = spouse();
    return current && current->isAlive();
  }
  void die(int year) {
    if (year < born_) throw std::logic_error("cannot die then");
    died_ = year;
  }
  bool descendsFrom(const Person& other) const {
    return std::any_of(parents_.begin(), parents_.end(), [&other](const auto& parent) {
      return parent.get() == &other || parent->descendsFrom(other);
    });
  }

 private:
  friend void addChild(const std::shared_ptr<Person>& parent, Person& child);
  friend bool marry(Person& one, Person& other);

  std::string name_;
  long born_;
  std::optional<long> died_;
  std::vector<std::shared_ptr<Person>> parents_;
  std::vector<std::weak_ptr<Person>> children_;
  std::weak_ptr<Person> spouse_;
};

void addChild(const std::shared_ptr<Person>& parent, Person& child) {
  if (!parent) throw std::invalid_argument("no person");
  if (child.parents_.size() == 2) throw std::logic_error("has two parents");
  if (child.born_ - parent->born_ < 12) throw std::invalid_argument("too young");
  if (!parent->isAlive() && child.born_ > *parent->died_ + 1) throw std::invalid_argument("was dead");
  if (child.descendsFrom(*parent)) throw std::logic_error("is a descendant already");
  child.parents_.push_back(parent);
  parent->children_.push_back(child.weak_from_this());
}

/// Whether they share the number of parents asked for.
bool shareParents(const Person& one, const Person& other, int count) {
  const auto& others = other.parents();
  return std::count_if(one.parents().begin(), one.parents().end(), [&others](const auto& parent) {
           return std::find(others.begin(), others.end(), parent) != others.end();
         }) >= count;
}

bool marry(Person& one, Person& other) {
  if (&one == &other) throw std::invalid_argument("no couple");
  if (!one.isAlive() || !other.isAlive()) return false;
  if (one.isMarried() || other.isMarried()) return false;
  if (one.descendsFrom(other) || other.descendsFrom(one) || shareParents(one, other, 1)) return false;
  one.spouse_ = other.weak_from_this();
  other.spouse_ = one.weak_from_this();
  return true;
}

/// What the other is to the person.
std::string relation(const Person& person, const Person& other) {
  if (&person == &other) return "self";
  if (person.spouse().get() == &other) return "spouse";
  if (shareParents(person, other, 2)) return "sibling";
  if (shareParents(person, other, 1)) return "half sibling";
  for (const auto& parent : person.parents()) {
    if (parent.get() == &other) return "parent";
    if (shareParents(*parent, other, 1)) return "uncle or aunt";
    for (const auto& cousinsParent : other.parents()) {
      if (shareParents(*parent, *cousinsParent, 1)) return "cousin";
    }
  }
  if (person.descendsFrom(other)) return "ancestor";
  if (other.descendsFrom(person)) return "descendant";
  return "none";
}

std::shared_ptr<Person> firstAlive(const std::vector<std::shared_ptr<Person>>& persons) {
  const auto alive =
      std::find_if(persons.begin(), persons.end(), [](const auto& person) { return person->isAlive(); });
  return alive == persons.end() ? nullptr : *alive;
}

/// The eldest child, for a dead one its own children; then the spouse, then the parents.
std::shared_ptr<Person> heir(const Person& person) {
  auto children = person.children();
  std::sort(children.begin(), children.end(),
            [](const auto& one, const auto& other) { return one->born() < other->born(); });
  for (const auto& child : children) {
    if (child->isAlive()) return child;
    if (const auto grandchild = firstAlive(child->children())) return grandchild;
  }
  if (person.isMarried()) return person.spouse();
  return firstAlive(person.parents());
}

}  // namespace objects::genealogy
