// Who may be proposed for an award: asks a student's supervisor for his curriculum vitae, as listing 1 of Lin
// et al., "Graph-Based Seed Object Synthesis for Search-Based Unit Testing".
//
// What makes it hard: a decision on the number of an object that is held by an object that is held by the
// argument; before all three are there, and linked, there is no distance at all.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::awards {

class Cv {
 public:
  void setAwardNum(int number) {
    if (number < 0) throw std::invalid_argument("a negative number of awards");
    awardNum_ = number;
  }
  int getAwardNum() const { return awardNum_; }
  void addPublication(std::string title) { publications_.push_back(std::move(title)); }
  size_t publicationCount() const { return publications_.size(); }

 private:
  int awardNum_ = 0;
  std::vector<std::string> publications_;
};

class Supervisor {
 public:
  explicit Supervisor(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void setCv(std::shared_ptr<Cv> cv) { cv_ = std::move(cv); }
  const std::shared_ptr<Cv>& getCv() const { return cv_; }
  void retire() { isRetired_ = true; }
  bool isRetired() const { return isRetired_; }

 private:
  std::string name_;
  std::shared_ptr<Cv> cv_;
  bool isRetired_ = false;
};

class Student {
 public:
  Student(std::string name, int semester) : name_(std::move(name)), semester_(semester) {}

  const std::string& name() const { return name_; }
  int semester() const { return semester_; }
  void advance() { ++semester_; }
  void setSupervisor(std::shared_ptr<Supervisor> supervisor) { supervisor_ = std::move(supervisor); }
  const std::shared_ptr<Supervisor>& getSupervisor() const { return supervisor_; }
  void setGrade(int grade) { grade_ = grade; }
  int grade() const { return grade_; }

 private:
  std::string name_;
  int semester_;
  int grade_ = 0;
  std::shared_ptr<Supervisor> supervisor_;
};

/// 0: no; 1: the small award; 2: the large one; 3: honorary.
int proposal(const Student& student) {
  if (!student.getSupervisor() || !student.getSupervisor()->getCv()) return 0;
  if (student.getSupervisor()->getCv()->getAwardNum() > 3) {
    if (student.getSupervisor()->isRetired()) return 3;
    if (student.getSupervisor()->getCv()->publicationCount() > 4) return 2;
    return 1;
  }
  return student.grade() == 100 && student.semester() > 8 ? 1 : 0;
}

}  // namespace objects::awards
