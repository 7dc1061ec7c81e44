// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STRATA_DUAL_SPARSE_VIEW_HPP
#define STRATA_DUAL_SPARSE_VIEW_HPP

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Strata_DeepCopy.hpp>
#include <Strata_Mirror.hpp>
#include <Strata_SparseView.hpp>

namespace Strata {

/// A tensor on a device and its copy on the host, with the names and meaning of
/// Kokkos::DualView. modify_*() says where values were written, sync_*() copies
/// them to the other side if they are newer; the pattern never changes and is
/// copied once. Copies share arrays and flags. Where both sides share their
/// arrays (host memory) there is nothing to mark or copy.
template <class Scalar, class Format = DynamicFormat, class... Properties>
class DualSparseView {
  static_assert(!std::is_const_v<Scalar>,
                "Strata::DualSparseView: values that never change need no "
                "synchronization: use create_mirror_view_and_copy");

 public:
  using t_dev  = SparseView<Scalar, Format, Properties...>;
  using t_host = typename t_dev::host_mirror_type;

  /// Holds nothing.
  DualSparseView() = default;

  /// The device side; the host side is copied from it (fenced).
  explicit DualSparseView(const t_dev& device)
      : DualSparseView(device, make_host(device)) {}

  /// Both sides, in step.
  /// \throws FormatMismatch, ShapeMismatch when they are not mirrors
  DualSparseView(const t_dev& device, const t_host& host)
      : m_device(device), m_host(host) {
    if (!device.is_allocated() && !host.is_allocated()) return;
    Impl::check_same_tensor("Strata::DualSparseView", device, host);
    if (device.values().data() == host.values().data()) return;
    m_flags = flags_type("Strata::DualSparseView::modified");
  }

  const t_dev& view_device() const { return m_device; }
  const t_host& view_host() const { return m_host; }
  /// The side that `Device` (a space or device) can access: the device side if
  /// it is of that memory.
  template <class Device>
  auto view() const {
    if constexpr (is_device_side<Device>())
      return m_device;
    else
      return m_host;
  }

  /// Says that the values of one side were written.
  /// \throws Error when the other side was too, since the last sync
  void modify_host() { modify(host_side); }
  void modify_device() { modify(device_side); }
  template <class Device>
  void modify() {
    modify(is_device_side<Device>() ? device_side : host_side);
  }

  bool need_sync_host() const { return modified(device_side); }
  bool need_sync_device() const { return modified(host_side); }
  template <class Device>
  bool need_sync() const {
    return is_device_side<Device>() ? need_sync_device() : need_sync_host();
  }

  /// Copies the values if the other side was modified; asynchronous on `exec`,
  /// without one: fenced.
  template <class ExecutionSpace>
  void sync_host(const ExecutionSpace& exec) {
    if (need_sync_host()) copy_values(m_host, m_device, exec);
  }
  void sync_host() {
    if (need_sync_host()) copy_values(m_host, m_device);
  }
  template <class ExecutionSpace>
  void sync_device(const ExecutionSpace& exec) {
    if (need_sync_device()) copy_values(m_device, m_host, exec);
  }
  void sync_device() {
    if (need_sync_device()) copy_values(m_device, m_host);
  }
  template <class Device, class... ExecutionSpace>
  void sync(const ExecutionSpace&... exec) {
    if constexpr (is_device_side<Device>())
      sync_device(exec...);
    else
      sync_host(exec...);
  }
  /// Forgets what was modified.
  void clear_sync_state() {
    if (m_flags.data()) m_flags(host_side) = m_flags(device_side) = false;
  }

  bool is_allocated() const { return m_device.is_allocated(); }
  std::string label() const { return m_device.label(); }
  TensorFormat format() const { return m_device.format(); }
  std::vector<std::int64_t> extents() const { return m_device.extents(); }
  std::int64_t extent(int d) const { return m_device.extent(d); }
  int rank() const { return m_device.rank(); }
  std::int64_t nnz() const { return m_device.nnz(); }

 private:
  enum Side { host_side = 0, device_side = 1 };
  using flags_type = Kokkos::View<bool[2], Kokkos::HostSpace>;

  template <class Device>
  static constexpr bool is_device_side() {
    return std::is_same_v<typename Device::memory_space,
                          typename t_dev::memory_space>;
  }
  static t_host make_host(const t_dev& device) {
    return t_host(
        create_mirror_view_and_copy(typename t_host::memory_space{}, device));
  }

  bool modified(Side side) const { return m_flags.data() && m_flags(side); }
  void modify(Side side) {
    if (!m_flags.data()) return;
    if (m_flags(1 - side))
      throw Error(error_message(
          "Strata::DualSparseView::modify", "\"" + label() + "\"",
          "one modified side", "writes on the host and on the device",
          "call sync_host() or sync_device() between them"));
    m_flags(side) = true;
  }
  template <class Dst, class Src, class... ExecutionSpace>
  void copy_values(const Dst& dst, const Src& src,
                   const ExecutionSpace&... exec) {
    Impl::copy_values(exec..., dst, src);
    clear_sync_state();
  }

  t_dev m_device;
  t_host m_host;
  flags_type m_flags;  ///< per side; none where the sides share their arrays
};

}  // namespace Strata

#endif
