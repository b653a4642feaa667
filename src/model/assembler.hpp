#pragma once
// assembler.hpp: the few instructions of x86-64 that straight-line arithmetic on doubles needs, as bytes.
//
// Reference  Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2; REX, ModRM and SIB are its words.
// Notation   xmm registers are numbers 0 to 15. An address is a register and an offset, or an entry of the pool of
//            constants, which lies behind the code and is reached relative to the instruction.
// Invariant  the pool begins at a multiple of 16 bytes from the first instruction: what flips a sign is read as a whole.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace saltus::model {

/// Registers for addresses and arguments, by their numbers in the encoding.
enum class Register : std::uint8_t {
  rax,
  rcx,
  rdx,
  rbx,
  rsp,
  rbp,
  rsi,
  rdi,
  r8,
  r9,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15,
  pool
};

struct Address {
  Register     base   = Register::pool;
  std::int32_t offset = 0;
};

enum class Arithmetic : std::uint8_t { sqrt = 0x51, add = 0x58, mul = 0x59, sub = 0x5C, div = 0x5E };

class Assembler {
 public:
  void load(int xmm, Address from) { packed(0xF2, 0x0F10, xmm, from); }  // movsd
  void store(Address to, int xmm) { packed(0xF2, 0x0F11, xmm, to); }
  void move(int to, int from) { packed(0, 0x0F28, to, from); }  // movaps
  /// xmm = xmm op other; for sqrt: xmm = sqrt(other)
  void compute(Arithmetic op, int xmm, int other) { packed(0xF2, 0x0F00 | static_cast<int>(op), xmm, other); }
  void compute(Arithmetic op, int xmm, Address other) { packed(0xF2, 0x0F00 | static_cast<int>(op), xmm, other); }
  void flip_sign(int xmm) { packed(0, 0x0F57, xmm, Address{Register::pool, sign_mask}); }  // xorps

  void load(Register to, Address from) { instruction(0, true, 0x8B, static_cast<int>(to), from); }
  void copy(Register to, Register from) { instruction(0, true, 0x8B, static_cast<int>(to), static_cast<int>(from)); }
  void set(Register to, std::uint64_t value) {
    const int r = static_cast<int>(to);
    byte(0x48 | r >> 3);
    byte(0xB8 | (r & 7));
    append(value);
  }
  void set(Register to, const void* value) {
    set(to, static_cast<std::uint64_t>(std::bit_cast<std::uintptr_t>(value)));
  }
  void call(Register to) { one_byte_on(0xFF, 2, to); }
  void push(Register r) { short_form(0x50, r); }
  void pop(Register r) { short_form(0x58, r); }
  void move_stack(std::int8_t by) {  // add rsp, by
    for (const int b : {0x48, 0x83, 0xC4, static_cast<int>(static_cast<std::uint8_t>(by))}) byte(b);
  }
  void land() {  // endbr64: an indirect call may arrive here
    for (const int b : {0xF3, 0x0F, 0x1E, 0xFA}) byte(b);
  }
  void leave() { byte(0xC3); }  // ret

  /// A number that the code reads.
  Address constant(double value) {
    const auto bits           = std::bit_cast<std::uint64_t>(value);
    const auto [at, inserted] = place_.try_emplace(bits, static_cast<std::int32_t>(8 * pool_.size()));
    if (inserted) pool_.push_back(bits);
    return {Register::pool, at->second};
  }

  /// Instructions and pool; nothing may be added after it.
  std::vector<std::uint8_t> finish() {
    while (code_.size() % 16 != 0) byte(0xCC);  // int3: never reached
    for (const std::size_t at : open_) {
      std::int32_t offset = 0;
      std::memcpy(&offset, &code_[at], sizeof offset);
      offset += static_cast<std::int32_t>(code_.size() - (at + sizeof offset));
      std::memcpy(&code_[at], &offset, sizeof offset);
    }
    for (const std::uint64_t bits : pool_) append(bits);
    return std::move(code_);
  }

 private:
  static constexpr std::int32_t sign_mask = 0;

  void byte(int b) { code_.push_back(static_cast<std::uint8_t>(b)); }
  template <class T>
  void append(T value) {
    const std::size_t at = code_.size();
    code_.resize(at + sizeof value);
    std::memcpy(&code_[at], &value, sizeof value);
  }
  void opcode(int prefix, bool wide, int code, int reg, int rm) {
    if (prefix != 0) byte(prefix);
    if (const int rex = 0x40 | (wide ? 8 : 0) | reg >> 3 << 2 | rm >> 3; rex != 0x40) byte(rex);
    if (code > 0xFF) byte(code >> 8);
    byte(code & 0xFF);
  }
  void instruction(int prefix, bool wide, int code, int reg, int other) {
    opcode(prefix, wide, code, reg, other);
    byte(0xC0 | (reg & 7) << 3 | (other & 7));
  }
  void instruction(int prefix, bool wide, int code, int reg, Address m) {
    constexpr int relative_to_next = 5, with_sib = 4, plain_sib = 0x24;
    if (m.base == Register::pool) {
      opcode(prefix, wide, code, reg, 0);
      byte((reg & 7) << 3 | relative_to_next);
      open_.push_back(code_.size());
      append(m.offset);
      return;
    }
    const int  base  = static_cast<int>(m.base);
    const bool small = m.offset >= -128 && m.offset < 128;
    opcode(prefix, wide, code, reg, base);
    byte((small ? 0x40 : 0x80) | (reg & 7) << 3 | (base & 7));
    if ((base & 7) == with_sib) byte(plain_sib);
    if (small) byte(m.offset & 0xFF);
    else append(m.offset);
  }
  template <class Other>
  void packed(int prefix, int code, int xmm, Other other) {
    instruction(prefix, false, code, xmm, other);
  }
  void one_byte_on(int code, int extension, Register r) { instruction(0, false, code, extension, static_cast<int>(r)); }
  void short_form(int code, Register r) {
    const int n = static_cast<int>(r);
    if (n >= 8) byte(0x41);
    byte(code | (n & 7));
  }

  std::vector<std::uint8_t>                       code_;
  std::vector<std::uint64_t>                      pool_{std::uint64_t{1} << 63, 0};  ///< first what flips a sign
  std::unordered_map<std::uint64_t, std::int32_t> place_;
  std::vector<std::size_t>                        open_;  ///< offsets that count from the end of their instruction
};

}  // namespace saltus::model
