// A permissions model: users in groups, groups in groups, grants on resources.
//
// What makes it hard: a right comes through a chain of groups, of which each has to know the next one, and
// the last one has to be granted what is asked for.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::permissions {

enum class Right { None, Read, Write, Own };

class Group {
 public:
  explicit Group(int id) : id_(id) {}

  int id() const { return id_; }
  void grant(int resource, Right right) { rights_[resource] = right; }
  void revoke(int resource) { rights_.erase(resource); }
  void include(std::shared_ptr<Group> parent) {
    if (!parent || parent.get() == this) throw std::invalid_argument("no such group");
    parents_.push_back(std::move(parent));
  }
  /// The greatest of its own and of those that it inherits, up to three groups away.
  Right rightOn(int resource, int depth = 3) const {
    Right greatest = Right::None;
    if (const auto own = rights_.find(resource); own != rights_.end()) greatest = own->second;
    if (depth == 0) return greatest;
    for (const auto& parent : parents_) greatest = std::max(greatest, parent->rightOn(resource, depth - 1));
    return greatest;
  }
  size_t parentCount() const { return parents_.size(); }

 private:
  int id_;
  std::map<int, Right> rights_;
  std::vector<std::shared_ptr<Group>> parents_;
};

class User {
 public:
  explicit User(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void join(std::shared_ptr<Group> group) {
    if (!group) throw std::invalid_argument("no group");
    groups_.push_back(std::move(group));
  }
  void suspend(int until) { suspendedUntil_ = until; }
  int suspendedUntil() const { return suspendedUntil_; }
  void trust() { isTrusted_ = true; }
  bool isTrusted() const { return isTrusted_; }
  const std::vector<std::shared_ptr<Group>>& groups() const { return groups_; }

 private:
  std::string name_;
  std::vector<std::shared_ptr<Group>> groups_;
  int suspendedUntil_ = 0;
  bool isTrusted_ = false;
};

class Guard {
 public:
  explicit Guard(int now) : now_(now) {}

  void lock(int resource) { locked_.insert(resource); }

  enum class Answer { Denied, Suspended, ReadOnly, Granted, Administrator };

  Answer ask(const User& user, int resource) const {
    if (user.suspendedUntil() > now_) return Answer::Suspended;
    Right right = Right::None;
    for (const auto& group : user.groups()) right = std::max(right, group->rightOn(resource));
    if (right == Right::None) return Answer::Denied;
    if (locked_.contains(resource)) return right == Right::Own ? Answer::Granted : Answer::ReadOnly;
    if (right == Right::Own && user.isTrusted() && user.groups().size() > 1) return Answer::Administrator;
    return right == Right::Read ? Answer::ReadOnly : Answer::Granted;
  }

  /// Whether a right came from a group that another one includes.
  bool isInherited(const User& user, int resource) const {
    for (const auto& group : user.groups()) {
      if (group->parentCount() > 0 && group->rightOn(resource, 0) < group->rightOn(resource, 2)) return true;
    }
    return false;
  }

 private:
  int now_;
  std::set<int> locked_;
};

}  // namespace objects::permissions
