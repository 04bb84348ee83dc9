#include "fake_slurm.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace covolve::campaign::test {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSbatch = R"sh(
[[ -e refusal ]] && { echo "sbatch: error: Batch job submission failed: $(cat refusal)" >&2; exit 1; }
for argument in "$@"; do
  case $argument in
    --array=0-*) last=${argument#--array=0-} ;;
    --job-name=*) name=${argument#--job-name=} ;;
  esac
done
if [[ -e limit ]] && (($(wc -l < queue) + last + 1 > $(cat limit))); then
  echo "sbatch: error: AssocMaxSubmitJobLimit" >&2
  echo "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit)" >&2
  exit 1
fi
job=$(($(cat jobs) + 1))
echo $job > jobs
echo "$job $name" >> names
for ((task = 0; task <= last; ++task)); do echo "$job|$task|PENDING" >> queue; done
echo $job
)sh";

constexpr const char* kSqueue = R"sh(
for argument in "$@"; do
  case $argument in
    --jobs=*) wanted=${argument#--jobs=} ;;
    --name=*) sed -n "s/ ${argument#--name=}\$//p" names; exit ;;
  esac
done
found=$(grep -E "^(${wanted//,/|})[|]" queue)
if [[ -z $found && $wanted != *,* ]]; then
  echo "slurm_load_jobs error: Invalid job id specified" >&2
  exit 1
fi
echo "$found"
)sh";

constexpr const char* kScancel = R"sh(
for job in "$@"; do sed -i "s/^\($job|[0-9]*\)|.*/\1|CANCELLED/" queue; done
)sh";

constexpr const char* kScontrol = R"sh(
echo "Configuration data as of 2026-11-15T16:01:04"
echo "MaxArraySize            = $(cat size)"
echo "MaxDBDMsgs              = 20004"
)sh";

}  // namespace

FakeSlurm::FakeSlurm() : scratch_(std::move(*ScratchDirectory::make("fake-slurm"))), path_(getenv("PATH")) {
  for (const char* file : {"queue", "names", "calls"}) write(file, "");
  write("jobs", "100");
  setMaxArraySize(1001);
  program("sbatch", kSbatch);
  program("squeue", kSqueue);
  program("scancel", kScancel);
  program("scontrol", kScontrol);
  setenv("PATH", (scratch_.path().string() + ":" + path_).c_str(), 1);
}

FakeSlurm::~FakeSlurm() { setenv("PATH", path_.c_str(), 1); }

void FakeSlurm::write(const std::string& name, const std::string& text) const {
  std::ofstream(scratch_.path() / name) << text;
}

void FakeSlurm::program(const std::string& name, const std::string& body) const {
  const std::string down = "error: Unable to contact slurm controller (connect failure)";
  write(name, fmt::format("#!/bin/bash\ncd {}\necho \"{} $*\" >> calls\n"
                          "[[ -e down ]] && {{ echo '{}: {}' >&2; exit 1; }}\n{}",
                          scratch_.path().string(), name, name, down, body));
  fs::permissions(scratch_.path() / name, fs::perms(0755));
}

void FakeSlurm::setLimit(unsigned tasks) const { write("limit", std::to_string(tasks)); }
void FakeSlurm::setMaxArraySize(unsigned size) const { write("size", std::to_string(size)); }
void FakeSlurm::refuse(const std::string& words) const { write("refusal", words); }

void FakeSlurm::setDown(bool down) const {
  if (down) return write("down", "");
  fs::remove(scratch_.path() / "down");
}

void FakeSlurm::setState(const std::string& job, size_t task, const std::string& state) const {
  const std::string beginning = fmt::format("{}|{}|", job, task);
  std::istringstream lines(readFile(scratch_.path() / "queue").value_or(""));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(beginning)) text += line + "\n";
  }
  if (!state.empty()) text += beginning + state + "\n";
  write("queue", text);
}

void FakeSlurm::purge(const std::string& job) const {
  for (size_t task = 0; task < 100; ++task) setState(job, task, "");
}

std::string FakeSlurm::calls(const std::string& program) const {
  std::istringstream lines(readFile(scratch_.path() / "calls").value_or(""));
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(program + " ")) found += line + "\n";
  }
  return found;
}

size_t FakeSlurm::queued() const {
  const std::string queue = readFile(scratch_.path() / "queue").value_or("");
  return static_cast<size_t>(std::ranges::count(queue, '\n'));
}

}  // namespace covolve::campaign::test
