// Slurm's client programs as shell scripts over a few files, found through PATH
// while it lives: what a controller says is decided by the test.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"

namespace covolve::campaign::test {

class FakeSlurm {
 public:
  FakeSlurm();
  FakeSlurm(const FakeSlurm&) = delete;
  FakeSlurm& operator=(const FakeSlurm&) = delete;
  ~FakeSlurm();

  /// Most tasks that may be queued, as a limit of the user's.
  void setLimit(unsigned tasks) const;
  void setMaxArraySize(unsigned size) const;
  /// sbatch refuses with these words.
  void refuse(const std::string& words) const;
  void setDown(bool down) const;

  /// State of a task in the queue; "" takes it out.
  void setState(const std::string& job, size_t task, const std::string& state) const;
  /// Forgets about a job as Slurm does after some minutes.
  void purge(const std::string& job) const;

  /// Command lines of the programs so far, a line each.
  std::string calls(const std::string& program) const;
  size_t queued() const;

 private:
  void program(const std::string& name, const std::string& body) const;
  void write(const std::string& name, const std::string& text) const;

  ScratchDirectory scratch_;
  std::string path_;  // as it was
};

}  // namespace covolve::campaign::test
