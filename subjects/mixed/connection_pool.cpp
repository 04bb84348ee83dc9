// Lends connections to hosts, and blocks those that fail.
//
// What makes it hard: sessions that expire while they are idle, again and again.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace net {

using Millis = std::chrono::milliseconds;
enum class Error { None, Exhausted, HostBlocked, NotOwned, Expired, BadEndpoint };

class Endpoint {
 public:
  Endpoint(std::string host, int port) : host_(std::move(host)), port_(port) {
    if (host_.empty() || port_ < 1 || port_ > 65535) throw std::invalid_argument("endpoint");
  }
  const std::string& host() const { return host_; }
  std::string key() const { return host_ + ":" + std::to_string(port_); }
  bool secure() const { return port_ == 443 || port_ == 8443; }

 private:
  std::string host_;
  int port_;
};

class Session {
 public:
  virtual ~Session() = default;
  virtual bool ping(Millis now) = 0;
  virtual const Endpoint& endpoint() const = 0;
};

class PlainSession final : public Session {
 public:
  explicit PlainSession(std::shared_ptr<const Endpoint> e) : endpoint_(std::move(e)) {}
  bool ping(Millis) override { return true; }
  const Endpoint& endpoint() const override { return *endpoint_; }

 private:
  std::shared_ptr<const Endpoint> endpoint_;
};

class SecureSession final : public Session {
 public:
  SecureSession(std::shared_ptr<const Endpoint> e, Millis opened)
      : endpoint_(std::move(e)), opened_(opened) {}
  bool ping(Millis now) override { return now - opened_ <= Millis{30'000} || ++renewals_ < 2; }
  const Endpoint& endpoint() const override { return *endpoint_; }

 private:
  std::shared_ptr<const Endpoint> endpoint_;
  Millis opened_;
  int renewals_ = 0;
};

std::shared_ptr<Session> makeSession(std::shared_ptr<const Endpoint> e, Millis now) {
  if (e->secure()) return std::make_shared<SecureSession>(std::move(e), now);
  return std::make_shared<PlainSession>(std::move(e));
}

class Pool {
 public:
  using Observer = std::function<bool(const Endpoint&, Error)>;

  Pool(std::size_t maxTotal, std::size_t maxPerHost) : maxTotal_(maxTotal), maxPerHost_(maxPerHost) {}

  void observe(Observer o) { observers_.push_back(std::move(o)); }

  Error acquire(const std::string& host, int port, std::shared_ptr<Session>& out) {
    std::shared_ptr<const Endpoint> e;
    try {
      e = std::make_shared<Endpoint>(host, port);
    } catch (const std::invalid_argument&) {
      return Error::BadEndpoint;
    }
    if (blocked(e->host())) return report(*e, Error::HostBlocked);
    auto& shelf = idle_[e->key()];
    while (!shelf.empty()) {
      auto candidate = shelf.back();
      shelf.pop_back();
      if (candidate->ping(now_)) {
        busy_.push_back(candidate);
        out = candidate;
        return Error::None;
      }
      ++strikes_[e->host()];
      ++dropped_;
    }
    const auto sameHost = static_cast<std::size_t>(
        std::ranges::count_if(busy_, [&](const auto& s) { return s->endpoint().host() == e->host(); }));
    if (sameHost >= maxPerHost_ || busy_.size() >= maxTotal_) return report(*e, Error::Exhausted);
    out = makeSession(e, now_);
    busy_.push_back(out);
    return Error::None;
  }

  Error release(const std::shared_ptr<Session>& s) {
    const auto it = std::ranges::find(busy_, s);
    if (s == nullptr || it == busy_.end()) return Error::NotOwned;
    busy_.erase(it);
    if (!s->ping(now_)) {
      ++dropped_;
      return report(s->endpoint(), Error::Expired);
    }
    idle_[s->endpoint().key()].push_back(s);
    return Error::None;
  }

  void advance(Millis by) { now_ += std::clamp(by, Millis{0}, Millis{60'000}); }
  int dropped() const { return dropped_; }
  std::size_t busy() const { return busy_.size(); }
  bool blocked(const std::string& host) const {
    const auto it = strikes_.find(host);
    return it != strikes_.end() && it->second >= 3;
  }

 private:
  Error report(const Endpoint& e, Error error) {
    for (const auto& o : observers_) {
      if (o && o(e, error) && error == Error::HostBlocked) {
        strikes_.erase(e.host());
        return Error::None;
      }
    }
    return error;
  }

  std::size_t maxTotal_, maxPerHost_;
  Millis now_{0};
  std::vector<std::shared_ptr<Session>> busy_;
  std::unordered_map<std::string, std::vector<std::shared_ptr<Session>>> idle_;
  std::unordered_map<std::string, int> strikes_;
  std::vector<Observer> observers_;
  int dropped_ = 0;
};

}  // namespace net
