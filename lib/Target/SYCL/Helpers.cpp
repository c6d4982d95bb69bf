// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Helpers.h"

#include "llvm/ADT/ArrayRef.h"

using namespace sa;

namespace {
struct Definition {
  Helper helper;
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};
} // namespace

// Unsigned arithmetic wraps; for types narrower than int it is done in
// unsigned int, because C++ would promote them to int, which does not wrap.
static const Definition definitions[] = {
    {Helper::WrapAdd, "saopt::wrap_add",
     R"(// Integer addition that wraps around.
template <typename T> inline T wrap_add(T a, T b) {
  using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
  return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
}
)"},
    {Helper::WrapSub, "saopt::wrap_sub",
     R"(// Integer subtraction that wraps around.
template <typename T> inline T wrap_sub(T a, T b) {
  using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
  return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
}
)"},
    {Helper::WrapMul, "saopt::wrap_mul",
     R"(// Integer multiplication that wraps around.
template <typename T> inline T wrap_mul(T a, T b) {
  using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
  return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
}
)"},
    {Helper::WrapShl, "saopt::wrap_shl",
     R"(// Shift to the left; bits that leave the type are lost.
template <typename T> inline T wrap_shl(T a, T b) {
  using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
  return static_cast<T>(static_cast<U>(a) << static_cast<U>(b));
}
)"},
    {Helper::ShrUnsigned, "saopt::shr_unsigned",
     R"(// Shift to the right that fills with zeros.
template <typename T> inline T shr_unsigned(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(a) >> static_cast<U>(b));
}
)"},
    {Helper::Minimum, "saopt::minimum",
     R"(// The smaller value; NaN when one of them is NaN.
template <typename T> inline T minimum(T a, T b) {
  return a < b || a != a ? a : b;
}
)"},
    {Helper::Maximum, "saopt::maximum",
     R"(// The larger value; NaN when one of them is NaN.
template <typename T> inline T maximum(T a, T b) {
  return a > b || a != a ? a : b;
}
)"},
    {Helper::Prefetch, "saopt::prefetch",
     R"(// Asks for an element before it is read; it need not exist.
template <typename T> inline void prefetch(const T *element) {
  sycl::address_space_cast<sycl::access::address_space::global_space,
                           sycl::access::decorated::no>(element)
      .prefetch(1);
}
)"},
    {Helper::AtomicElement, "saopt::atomic",
     R"(// An element that many work-items update.
template <typename T> inline auto atomic(T &element) {
  return sycl::atomic_ref<T, sycl::memory_order::relaxed,
                          sycl::memory_scope::device,
                          sycl::access::address_space::global_space>(element);
}
)"},
    {Helper::AtomicUpdate, "saopt::atomic_update",
     R"(// Replaces an element by what a function makes of it.
template <typename T, typename Function>
inline void atomic_update(T &element, Function function) {
  using U = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  auto bits = atomic(reinterpret_cast<U &>(element));
  U old = bits.load();
  while (!bits.compare_exchange_strong(
      old, sycl::bit_cast<U>(function(sycl::bit_cast<T>(old))))) {
  }
}
)"},
    {Helper::RecordError, "saopt::record_error",
     R"(// Notes an error of the call, unless there is one: the number of the check, the
// value, the size, and the indices of the point.
template <typename... Index>
inline void record_error(uint32_t *errors, uint32_t site, Index... numbers) {
  if (atomic(errors[0]).fetch_or(1u) != 0)
    return;
  errors[1] = site;
  int position = 2;
  for (const int64_t number : {static_cast<int64_t>(numbers)...}) {
    errors[position++] = static_cast<uint32_t>(number);
    errors[position++] = static_cast<uint32_t>(number >> 32);
  }
}
)"},
    {Helper::RecordPrint, "saopt::record_print",
     R"(// Notes a line that is printed after the call: its number, and the values. The
// record has room for so many words; a line that does not fit is counted.
template <typename... Bits>
inline void record_print(uint32_t *errors, uint32_t site, Bits... values) {
  constexpr uint32_t first = 38, room = 65536;
  constexpr uint32_t count = 1 + 2 * sizeof...(values);
  uint32_t start = atomic(errors[first]).load();
  if (start < room)
    start = atomic(errors[first]).fetch_add(count);
  uint32_t *words = errors + first + 2 + start;
  if (start > room - count) {
    // Nothing follows what is there.
    if (start < room)
      *words = ~0u;
    atomic(errors[first + 1]).fetch_add(1u);
    return;
  }
  *words++ = site;
  const uint64_t bits[] = {static_cast<uint64_t>(values)..., 0};
  for (uint32_t i = 0; i != sizeof...(values); ++i) {
    *words++ = static_cast<uint32_t>(bits[i]);
    *words++ = static_cast<uint32_t>(bits[i] >> 32);
  }
}
)"},
    {Helper::FloorDiv, "saopt::floor_div",
     R"(// Division that rounds down; the divisor is positive.
[[maybe_unused]] inline int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
)"},
    {Helper::CeilDiv, "saopt::ceil_div",
     R"(// Division that rounds up; the divisor is positive.
[[maybe_unused]] inline int64_t ceil_div(int64_t a, int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}
)"},
    {Helper::BF16ToFloat, "saopt::bf16_to_float",
     R"(// The value of a bfloat16, given as its bits.
inline float bf16_to_float(uint16_t bits) {
  return sycl::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}
)"},
    {Helper::FloatToBF16, "saopt::float_to_bf16",
     R"(// The bits of the bfloat16 nearest to a value, ties to even.
inline uint16_t float_to_bf16(float value) {
  const uint32_t bits = sycl::bit_cast<uint32_t>(value);
  if (value != value)
    return static_cast<uint16_t>((bits >> 16) | 0x0040u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
)"},
    {Helper::Lanes, "saopt::lanes",
     R"(// What a function gives for each lane of vectors.
template <typename R, typename Function, typename... V>
inline R lanes(Function function, const V &...vectors) {
  R result;
  for (int lane = 0; lane < static_cast<int>(R::size()); ++lane)
    result[lane] = function(vectors[lane]...);
  return result;
}
)"},
    {Helper::LoadLanes, "saopt::load_lanes",
     R"(// Neighbouring elements, one for each lane.
template <int N, typename T>
inline sycl::vec<T, N> load_lanes(const T *elements) {
  sycl::vec<T, N> result;
  std::memcpy(&result, elements, sizeof(result));
  return result;
}
)"},
    {Helper::LoadLanesAs, "saopt::load_lanes_as",
     R"(// Neighbouring elements, one for each lane, whose bits have another type.
template <typename V, typename T> inline V load_lanes_as(const T *elements) {
  V result;
  std::memcpy(&result, elements, sizeof(V));
  return result;
}
)"},
    {Helper::StoreLanes, "saopt::store_lanes",
     R"(// Writes the lanes to neighbouring elements.
template <typename V, typename T>
inline void store_lanes(const V &value, T *elements) {
  std::memcpy(elements, &value, sizeof(V));
}
)"},
    {Helper::StoreLanesPastCaches, "saopt::store_lanes_past_caches",
     R"(// The same without reading the lines of the caches that the lanes replace, where
// their address is a multiple of their size. Elsewhere each half is stored for
// itself: if both stores were alike, compilers would make one of them.
template <typename V, typename T>
inline void store_lanes_past_caches(const V &value, T *elements) {
#if defined(__clang__) && __has_builtin(__builtin_nontemporal_store)
  using Element = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                            std::uint64_t>>>;
  using Lanes = Element __attribute__((ext_vector_type(V::size())));
  if (reinterpret_cast<std::uintptr_t>(elements) % sizeof(V) == 0) {
    Lanes lanes;
    std::memcpy(&lanes, &value, sizeof(V));
    __builtin_nontemporal_store(lanes, reinterpret_cast<Lanes *>(elements));
    return;
  }
#endif
  constexpr int half = static_cast<int>(V::size()) / 2;
  std::memcpy(elements, &value, sizeof(V) / 2);
  std::memcpy(elements + half, reinterpret_cast<const char *>(&value) + sizeof(V) / 2,
              sizeof(V) / 2);
}
)"},
    {Helper::StoreInOrder, "saopt::store_in_order",
     R"(// Stores an element that other iterations of a loop access, too. Intel's OpenCL
// compiler for CPUs keeps volatile stores in order, and others not always.
template <typename T>
inline void store_in_order(T *element, std::common_type_t<T> value) {
#ifndef SAOPT_INTEL_CPU
  *element = value;
#else
  if constexpr (std::is_class_v<T>) { // A sycl::half; its bits can be volatile.
    using bits [[gnu::may_alias]] = uint16_t;
    *reinterpret_cast<volatile bits *>(element) =
        sycl::bit_cast<uint16_t>(value);
  } else {
    *static_cast<volatile T *>(element) = value;
  }
#endif
}
)"},
    {Helper::StoreLanesInOrder, "saopt::store_lanes_in_order",
     R"(// The same for the lanes of a vector, to neighbouring elements.
template <typename V, typename T>
inline void store_lanes_in_order(const V &value, T *elements) {
#ifndef SAOPT_INTEL_CPU
  std::memcpy(elements, &value, sizeof(V));
#else
  for (int lane = 0; lane < static_cast<int>(V::size()); ++lane)
    store_in_order(elements + lane, value[lane]);
#endif
}
)"},
    {Helper::Carried, "saopt::carried",
     R"(// Loops that only subtract from a value carry it, or, for Intel's OpenCL
// compiler for CPUs, which can give wrong differences, its negative.
#ifdef SAOPT_INTEL_CPU
constexpr bool carries_negative = true;
#else
constexpr bool carries_negative = false;
#endif
template <typename T> inline T carried(T value) {
  if constexpr (!carries_negative)
    return value;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(value));
  else
    return T(0) - value;
}
)"},
    {Helper::CarriedSub, "saopt::carried_sub",
     R"(// What they carry after a subtraction.
template <typename T> inline T carried_sub(T value, T x) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
    const U a = static_cast<U>(value), b = static_cast<U>(x);
    return static_cast<T>(carries_negative ? a + b : a - b);
  } else {
    return carries_negative ? value + x : value - x;
  }
}
)"},
    {Helper::LonePosition, "saopt::lone_position",
     R"(// The position of a work-item that runs alone, which is 0. Intel's OpenCL
// compiler for CPUs must not know that: it would vectorize, and crash.
[[maybe_unused]] inline int64_t lone_position([[maybe_unused]] int64_t item,
                                              [[maybe_unused]] int64_t first) {
#ifdef SAOPT_INTEL_CPU
  return item - first;
#else
  return 0;
#endif
}
)"},
};

llvm::StringRef sa::getHelperName(Helper helper) {
  for (const Definition &definition : definitions)
    if (definition.helper == helper)
      return definition.name;
  llvm_unreachable("unknown helper");
}

bool sa::isForIntelCPU(Helper helper) {
  return helper >= Helper::StoreInOrder && helper <= Helper::LonePosition;
}

void sa::printHelpers(llvm::raw_ostream &os, const HelperSet &helpers) {
  if (helpers.empty())
    return;
  os << "namespace saopt {\nnamespace {\n\n";
  for (const Definition &definition : definitions)
    if (helpers.contains(definition.helper))
      os << definition.text << "\n";
  os << "} // namespace\n} // namespace saopt\n\n";
}

void sa::printResidentHelper(llvm::raw_ostream &os) {
  os << R"(#include <mutex>
#include <vector>

namespace saopt {
namespace {

// A constant array in the memory of the queue's device. It is copied there when
// it is first needed, and stays.
template <typename T>
inline const T *resident(const T *values, size_t count, sycl::queue &queue) {
  struct Copy {
    const T *values;
    sycl::context context;
    sycl::device device;
    T *memory;
  };
  static std::mutex mutex;
  // Never destroyed: SYCL's own objects may be gone before it.
  static auto &copies = *new std::vector<Copy>;
  const std::lock_guard<std::mutex> lock(mutex);
  for (const Copy &copy : copies)
    if (copy.values == values && copy.context == queue.get_context() &&
        copy.device == queue.get_device())
      return copy.memory;
  T *memory = sycl::malloc_device<T>(count, queue);
  if (memory == nullptr)
    throw sycl::exception(
        sycl::make_error_code(sycl::errc::memory_allocation),
        "no memory for a constant array");
  try {
    queue.copy(values, memory, count).wait();
    copies.push_back({values, queue.get_context(), queue.get_device(), memory});
  } catch (...) {
    sycl::free(memory, queue);
    throw;
  }
  return memory;
}

} // namespace
} // namespace saopt

)";
}

void sa::printTemporariesHelper(llvm::raw_ostream &os) {
  os << R"(#include <string>
#include <vector>

namespace saopt {
namespace {

// The temporary arrays of one call. They are freed after the work that uses
// them, also when a later launch throws.
class device_temporaries {
public:
  device_temporaries(sycl::queue &queue, sycl::event &last)
      : queue(queue), last(last) {}
  device_temporaries(const device_temporaries &) = delete;
  device_temporaries &operator=(const device_temporaries &) = delete;

  ~device_temporaries() {
    if (arrays.empty())
      return;
    try {
      last.wait();
    } catch (...) {
      // Something has been thrown already, or this would be empty.
    }
    for (void *array : arrays)
      sycl::free(array, queue);
  }

  template <typename T> T *allocate(size_t count, const char *name) {
    arrays.reserve(arrays.size() + 1);
    T *array = sycl::malloc_device<T>(count, queue);
    if (array != nullptr)
      arrays.push_back(array);
    else if (count != 0)
      throw sycl::exception(
          sycl::make_error_code(sycl::errc::memory_allocation),
          std::string("no memory for the temporary ") + name);
    return array;
  }

  // Returns an event that is complete when they are freed.
  sycl::event free_after_work() {
    if (arrays.empty())
      return last;
    last = queue.submit([&](sycl::handler &handler) {
      handler.depends_on(last);
      handler.host_task([arrays = arrays, context = queue.get_context()] {
        for (void *array : arrays)
          sycl::free(array, context);
      });
    });
    arrays.clear();
    return last;
  }

private:
  sycl::queue &queue;
  sycl::event &last;
  std::vector<void *> arrays;
};

} // namespace
} // namespace saopt

)";
}

void sa::printAfterHelper(llvm::raw_ostream &os) {
  os << R"(namespace saopt {
namespace {

// An event that is complete when all of `dependencies` are.
inline sycl::event after(sycl::queue &queue,
                         const std::vector<sycl::event> &dependencies) {
  if (dependencies.empty())
    return sycl::event();
  if (dependencies.size() == 1)
    return dependencies.front();
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(dependencies);
    handler.host_task([] {});
  });
}

} // namespace
} // namespace saopt

)";
}
