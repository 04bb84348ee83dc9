// Who may do what with a document: sets of permissions, by enumeration and by name.
//
// What makes it hard: membership in sets of an enumeration decides, several memberships at once, some of them
// in sets that earlier calls filled; and lists of names in one text make such a set.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace testability::permissions {

enum class Permission { Read, Comment, Write, Share, Delete, Audit, Administer };

using Permissions = std::set<Permission>;

enum class Decision { Granted, Denied, AskOwner, NotAUser };

/// "read, write,share"; "all" is everything but auditing.
Permissions parsePermissions(std::string_view list) {
  using Row = std::pair<std::string_view, Permission>;
  static constexpr std::array<Row, 7> names{{
      {"read", Permission::Read},
      {"comment", Permission::Comment},
      {"write", Permission::Write},
      {"share", Permission::Share},
      {"delete", Permission::Delete},
      {"audit", Permission::Audit},
      {"administer", Permission::Administer},
  }};
  Permissions permissions;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view word = list.substr(0, comma);
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    while (word.starts_with(' ')) word.remove_prefix(1);
    if (word == "all") {
      for (const auto& [name, permission] : names) permissions.insert(permission);
      permissions.erase(Permission::Audit);
      continue;
    }
    const auto named = std::ranges::find(names, word, &Row::first);
    if (named == names.end()) throw std::invalid_argument("no permission: " + std::string(word));
    if (!permissions.insert(named->second).second)
      throw std::invalid_argument("named twice: " + std::string(word));
  }
  return permissions;
}

/// Those who audit change nothing; whoever may write may also read, and so on.
bool isConsistent(const Permissions& permissions) {
  static const Permissions changing{Permission::Comment, Permission::Write, Permission::Delete,
                                    Permission::Administer};
  if (permissions.empty()) return true;
  if (!permissions.contains(Permission::Read)) return false;
  if (permissions.count(Permission::Audit) == 1) {
    return std::none_of(changing.begin(), changing.end(),
                        [&](Permission permission) { return permissions.contains(permission); });
  }
  if (permissions.contains(Permission::Delete) && !permissions.contains(Permission::Write)) return false;
  if (permissions.contains(Permission::Administer)) {
    static const Permissions needed{Permission::Read, Permission::Write, Permission::Share,
                                    Permission::Delete};
    return std::includes(permissions.begin(), permissions.end(), needed.begin(), needed.end());
  }
  return true;
}

class Document {
 public:
  explicit Document(std::string owner) : owner_(std::move(owner)) {
    if (owner_.empty()) throw std::invalid_argument("somebody must own it");
    granted_[owner_] = parsePermissions("all");
  }

  /// Adds to what the user has, if that is consistent.
  bool grant(const std::string& user, const Permissions& permissions) {
    if (user.empty() || permissions.empty()) return false;
    const auto found = granted_.find(user);
    Permissions all = found == granted_.end() ? Permissions{} : found->second;
    all.insert(permissions.begin(), permissions.end());
    if (!isConsistent(all)) return false;
    granted_[user] = std::move(all);
    return true;
  }

  /// What is taken away for good is not granted again by asking.
  bool revoke(const std::string& user, Permission permission) {
    const auto found = granted_.find(user);
    if (found == granted_.end() || user == owner_) return false;
    if (found->second.erase(permission) == 0) return false;
    revoked_.emplace(user, permission);
    return true;
  }

  Decision decide(const std::string& user, Permission permission) const {
    const auto found = granted_.find(user);
    if (found == granted_.end()) return Decision::NotAUser;
    if (found->second.contains(permission)) return Decision::Granted;
    const auto [first, last] = revoked_.equal_range(user);
    const bool wasRevoked =
        std::any_of(first, last, [&](const auto& entry) { return entry.second == permission; });
    if (wasRevoked || permission == Permission::Administer) return Decision::Denied;
    // One revocation is a mistake that the owner may mend, more are a habit.
    return revoked_.count(user) > 1 ? Decision::Denied : Decision::AskOwner;
  }

 private:
  std::string owner_;
  std::map<std::string, Permissions> granted_;
  std::multimap<std::string, Permission> revoked_;
};

}  // namespace testability::permissions
