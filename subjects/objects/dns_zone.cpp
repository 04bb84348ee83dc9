// Zones of a name server: records added in transactions, and a resolver over several zones.
//
// What makes it hard: an alias is followed from zone to zone until a record, a delegation, a gap or a loop
// comes up; zones only publish what was committed, and a commit needs a zone without contradictions.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::dns {

enum class Type { Address, Alias, NameServer, Mail };

struct Record {
  std::string name;
  Type type = Type::Address;
  std::string value;
};

/// Whether the name is the domain or below it.
bool isWithin(const std::string& name, const std::string& domain) {
  return name == domain || name.ends_with("." + domain);
}

class Zone {
 public:
  explicit Zone(std::string origin) : origin_(std::move(origin)) {}

  const std::string& origin() const { return origin_; }
  unsigned serial() const { return serial_; }
  const std::vector<Record>& records() const { return published_; }

  void begin() { draft_ = published_; }
  void add(const Record& record) {
    if (!isWithin(record.name, origin_)) throw std::invalid_argument("out of zone");
    draft_.value().push_back(record);
  }
  size_t remove(const std::string& name) {
    return std::erase_if(draft_.value(), [&name](const Record& record) { return record.name == name; });
  }
  void rollBack() { draft_.reset(); }
  /// 0: published; 1: nothing begun; 2: no name server; 3: an alias beside other records; 4: mail to an
  /// alias.
  int commit() {
    if (!draft_) return 1;
    const int problem = firstProblem(*draft_);
    if (problem != 0) return problem;
    published_ = std::move(*draft_);
    draft_.reset();
    ++serial_;
    return 0;
  }

  std::optional<Record> find(const std::string& name, Type type) const {
    for (const Record& record : published_) {
      if (record.name == name && record.type == type) return record;
    }
    return std::nullopt;
  }
  bool knows(const std::string& name) const {
    return std::any_of(published_.begin(), published_.end(),
                       [&name](const Record& record) { return record.name == name; });
  }
  /// The name server record of the part of the zone that was given away and that the name is in.
  std::optional<Record> delegationOf(const std::string& name) const {
    for (const Record& record : published_) {
      if (record.type != Type::NameServer || record.name == origin_) continue;
      if (isWithin(name, record.name)) return record;
    }
    return std::nullopt;
  }

 private:
  int firstProblem(const std::vector<Record>& records) const {
    bool hasServer = false;
    for (const Record& record : records) {
      if (record.type == Type::NameServer && record.name == origin_) hasServer = true;
      for (const Record& other : records) {
        if (&other == &record || other.type != Type::Alias) continue;
        if (other.name == record.name) return 3;
        if (record.type == Type::Mail && record.value == other.name) return 4;
      }
    }
    return hasServer ? 0 : 2;
  }

  std::string origin_;
  unsigned serial_ = 0;
  std::vector<Record> published_;
  std::optional<std::vector<Record>> draft_;
};

enum class Status { Found, NoData, NoSuchName, Refused, Delegated, Loop };

struct Reply {
  Status status = Status::Refused;
  std::string value;
  int aliases = 0;
};

class Resolver {
 public:
  void attach(std::shared_ptr<const Zone> zone) {
    if (!zone || zone->serial() == 0) throw std::invalid_argument("nothing published");
    zones_.push_back(std::move(zone));
  }
  /// The zone of the longest origin that the name is within.
  std::shared_ptr<const Zone> zoneOf(const std::string& name) const {
    std::shared_ptr<const Zone> best;
    for (const auto& zone : zones_) {
      if (!isWithin(name, zone->origin())) continue;
      if (!best || zone->origin().size() > best->origin().size()) best = zone;
    }
    return best;
  }
  Reply resolve(std::string name, Type type) const {
    for (int aliases = 0; aliases < 4; ++aliases) {
      const auto zone = zoneOf(name);
      if (!zone) return {Status::Refused, name, aliases};
      if (const auto cut = zone->delegationOf(name)) return {Status::Delegated, cut->value, aliases};
      if (const auto record = zone->find(name, type)) return {Status::Found, record->value, aliases};
      const auto alias = zone->find(name, Type::Alias);
      if (!alias) {
        if (zone->knows(name)) return {Status::NoData, "", aliases};
        const auto wildcard = zone->find("*." + zone->origin(), type);
        if (!wildcard) return {Status::NoSuchName, "", aliases};
        return {Status::Found, wildcard->value, aliases};
      }
      name = alias->value;
    }
    return {Status::Loop, name, 4};
  }

 private:
  std::vector<std::shared_ptr<const Zone>> zones_;
};

}  // namespace objects::dns
