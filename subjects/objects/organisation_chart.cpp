// An organisation chart: people in departments, budgets and those who sign.
//
// What makes it hard: who signs is looked up along the line of superiors, in departments that have a head, a
// budget and a number of people; all of it is linked by calls.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::organisation {

class Employee {
 public:
  Employee(int number, int grade) : number_(number), grade_(grade) {}

  int number() const { return number_; }
  int grade() const { return grade_; }
  void promote() {
    if (grade_ >= 15) throw std::logic_error("there is no higher grade");
    ++grade_;
  }
  void setSuperior(std::shared_ptr<Employee> superior) { superior_ = std::move(superior); }
  const Employee* superior() const { return superior_.get(); }
  void setLimit(long cents) { limit_ = cents; }
  std::optional<long> limit() const { return limit_; }
  void setAbsent(bool absent) { isAbsent_ = absent; }
  bool isAbsent() const { return isAbsent_; }

 private:
  int number_;
  int grade_;
  std::optional<long> limit_;
  bool isAbsent_ = false;
  std::shared_ptr<Employee> superior_;
};

class Department {
 public:
  explicit Department(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void setHead(std::shared_ptr<Employee> head) { head_ = std::move(head); }
  const Employee* head() const { return head_.get(); }
  void hire(std::shared_ptr<Employee> employee) {
    if (!employee) throw std::invalid_argument("nobody");
    staff_.push_back(std::move(employee));
  }
  void setBudget(long cents) { budget_ = cents; }
  long budget() const { return budget_; }
  void spend(long cents) {
    if (cents <= 0 || cents > budget_) throw std::invalid_argument("no money for that");
    budget_ -= cents;
    spent_ += cents;
  }
  long spent() const { return spent_; }
  size_t size() const { return staff_.size(); }
  const std::vector<std::shared_ptr<Employee>>& staff() const { return staff_; }

 private:
  std::string name_;
  std::shared_ptr<Employee> head_;
  std::vector<std::shared_ptr<Employee>> staff_;
  long budget_ = 0;
  long spent_ = 0;
};

/// The first present one on the way up whose limit is high enough; null: nobody.
const Employee* signer(const Employee& employee, long cents) {
  const Employee* one = &employee;
  for (int level = 0; one != nullptr && level < 5; ++level) {
    if (!one->isAbsent() && one->limit() && *one->limit() >= cents) return one;
    one = one->superior();
  }
  return nullptr;
}

enum class Decision { NoHead, NoMoney, NotSigned, Signed, SignedAbove, Board };

Decision decide(const Department& department, long cents) {
  if (department.head() == nullptr) return Decision::NoHead;
  if (cents > department.budget()) return Decision::NoMoney;
  const Employee* const signing = signer(*department.head(), cents);
  if (signing == nullptr) return Decision::NotSigned;
  if (signing == department.head()) return Decision::Signed;
  if (signing->grade() > 12 && department.spent() > 50'000) return Decision::Board;
  return Decision::SignedAbove;
}

/// Of people whose superior is the head; -1: the department is too small to tell.
int directReports(const Department& department) {
  if (department.size() < 3) return -1;
  int found = 0;
  for (const auto& employee : department.staff()) {
    if (employee->superior() != nullptr && employee->superior() == department.head()) ++found;
  }
  return found;
}

}  // namespace objects::organisation
