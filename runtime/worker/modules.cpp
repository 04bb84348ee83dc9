#include "modules.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdint>
#include <initializer_list>

#include "state.h"

extern "C" char __start_covolve_state[];
extern "C" char __stop_covolve_state[];

namespace covolve::worker {

namespace {

COVOLVE_STATE MemoryRange loaded[kMaximumRanges] = {};
COVOLVE_STATE size_t loadedCount = 0;
COVOLVE_STATE MemoryRange libc[kMaximumRanges] = {};
COVOLVE_STATE size_t libcCount = 0;
COVOLVE_STATE const void* inOperatorNew = nullptr;  // where it calls malloc, once seen

/// Not strncmp: that is intercepted, and this runs in the first allocation of all.
bool startsWith(const char* text, const char* prefix) {
  while (*prefix != 0 && *text == *prefix) ++text, ++prefix;
  return *prefix == 0;
}

bool isNamed(const char* path, std::initializer_list<const char*> prefixes) {
  const char* name = path;
  for (const char* at = path; *at != 0; ++at) {
    if (*at == '/') name = at + 1;
  }
  for (const char* prefix : prefixes) {
    if (startsWith(name, prefix)) return true;
  }
  return false;
}

bool isLibc(const char* path) {
  return isNamed(path, {"libc.so", "libc-", "ld-", "libpthread", "libdl.", "librt.", "libresolv", "libnss",
                        "libanl", "linux-vdso", "linux-gate"});
}

bool isStandardLibrary(const char* path) {
  return isNamed(path,
                 {"libstdc++.", "libgcc_s.", "libc++.", "libc++abi.", "libunwind.", "libm.", "libatomic."});
}

char* at(ElfW(Addr) address) { return reinterpret_cast<char*>(address); }

int noteModule(dl_phdr_info* info, size_t, void*) {
  const bool ofLibc = isLibc(info->dlpi_name);
  size_t& count = ofLibc ? libcCount : loadedCount;
  if (count == kMaximumRanges) return 0;
  MemoryRange range{reinterpret_cast<char*>(UINTPTR_MAX), nullptr, isStandardLibrary(info->dlpi_name)};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    char* begin = at(info->dlpi_addr + header.p_vaddr);
    if (begin < range.begin) range.begin = begin;
    if (begin + header.p_memsz > range.end) range.end = begin + header.p_memsz;
  }
  (ofLibc ? libc : loaded)[count++] = range;
  return 0;
}

const MemoryRange* rangeOf(const void* address, const MemoryRange* ranges, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (address >= ranges[i].begin && address < ranges[i].end) return &ranges[i];
  }
  return nullptr;
}

const MemoryRange* moduleOf(const void* address) { return rangeOf(address, loaded, loadedCount); }

struct Found {
  MemoryRange* ranges;
  size_t count;
  bool inStandardLibrary;
  bool ofLibc;  // libc's and its kin's, or all others'
  bool withThreadLocal = true;

  void add(char* begin, char* end) {
    if (begin < end && count < kMaximumRanges) ranges[count++] = {begin, end, inStandardLibrary};
  }
  /// Adds what lies outside [holeBegin, holeEnd).
  void addAround(char* begin, char* end, char* holeBegin, char* holeEnd) {
    if (holeEnd <= begin || holeBegin >= end) return add(begin, end);
    add(begin, holeBegin);
    add(holeEnd, end);
  }
};

int noteWritable(dl_phdr_info* info, size_t, void* context) {
  Found& found = *static_cast<Found*>(context);
  if (isLibc(info->dlpi_name) != found.ofLibc) return 0;
  char* constantBegin = nullptr;
  char* constantEnd = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    // The loader protects whole pages only: the last, shared page stays writable.
    constantBegin = at((info->dlpi_addr + header.p_vaddr) & ~ElfW(Addr){4095});
    constantEnd = at((info->dlpi_addr + header.p_vaddr + header.p_memsz) & ~ElfW(Addr){4095});
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS && found.withThreadLocal && info->dlpi_tls_data != nullptr) {
      char* begin = static_cast<char*>(info->dlpi_tls_data);
      found.inStandardLibrary = false;
      found.add(begin, begin + header.p_memsz);
    }
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    char* begin = at(info->dlpi_addr + header.p_vaddr);
    MemoryRange parts[4];
    Found split{parts, 0, false, false};
    split.addAround(begin, begin + header.p_memsz, __start_covolve_state, __stop_covolve_state);
    found.inStandardLibrary = isStandardLibrary(info->dlpi_name);
    for (size_t part = 0; part < split.count; ++part) {
      found.addAround(parts[part].begin, parts[part].end, constantBegin, constantEnd);
    }
  }
  return 0;
}

}  // namespace

void findModules() { dl_iterate_phdr(noteModule, nullptr); }

bool isCodeUnderTest(const void* address) { return moduleOf(address) != nullptr; }

bool isLibcItself(const void* address) { return rangeOf(address, libc, libcCount) != nullptr; }

bool isStandardLibraryItself(const void* address) {
  const MemoryRange* module = moduleOf(address);
  if (module == nullptr || !module->ofStandardLibrary || address == inOperatorNew) return false;
  Dl_info function;
  const bool isNew = dladdr(address, &function) != 0 && function.dli_sname != nullptr &&
                     startsWith(function.dli_sname, "_Zn");
  if (isNew) inOperatorNew = address;
  return !isNew;
}

bool comparesForTest(const void* address) {
  const MemoryRange* module = moduleOf(address);
  if (module == nullptr || !module->ofStandardLibrary) return module != nullptr;
  Dl_info function;
  if (dladdr(address, &function) == 0 || function.dli_sname == nullptr) return false;
  for (const char* at = function.dli_sname; *at != 0; ++at) {
    if (startsWith(at, "basic_string")) return true;  // also basic_string_view
  }
  return startsWith(function.dli_sname, "_ZNKSs") ||
         startsWith(function.dli_sname, "_ZNSs");  // the old std::string
}

size_t findWritableRanges(MemoryRange* ranges) {
  Found found{ranges, 0, false, false};
  dl_iterate_phdr(noteWritable, &found);
  return found.count;
}

size_t findLibcWritableRanges(MemoryRange* ranges, bool withThreadLocal) {
  Found found{ranges, 0, false, true, withThreadLocal};
  dl_iterate_phdr(noteWritable, &found);
  return found.count;
}

}  // namespace covolve::worker
