// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/ElementType.h"

#include <gtest/gtest.h>

using namespace sa::runtime;

namespace {

TEST(ElementType, NamesParseBack) {
  const char *names[] = {"bool", "i8",   "i16",  "i32",  "i64",
                         "ui8",  "ui16", "ui32", "ui64", "f16",
                         "bf16", "f32",  "f64",  "c64",  "c128"};
  for (const char *name : names) {
    std::optional<ElementType> type = parseElementType(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(getName(*type), name);
    EXPECT_EQ(matchTypestr(getTypestr(*type), *type), TypestrMatch::Match);
  }
  EXPECT_FALSE(parseElementType("float"));
  EXPECT_FALSE(parseElementType(""));
}

TEST(ElementType, ByteOrderMayBeLeftOut) {
  for (const char *typestr : {"f4", "<f4", "=f4", "|f4"})
    EXPECT_EQ(matchTypestr(typestr, ElementType::F32), TypestrMatch::Match)
        << typestr;
}

TEST(ElementType, ForeignByteOrderIsToldApart) {
  EXPECT_EQ(matchTypestr(">f4", ElementType::F32),
            TypestrMatch::ForeignByteOrder);
  EXPECT_EQ(matchTypestr(">u2", ElementType::BF16),
            TypestrMatch::ForeignByteOrder);
  EXPECT_EQ(matchTypestr(">f8", ElementType::F32), TypestrMatch::Mismatch);
  // One byte has no order.
  EXPECT_EQ(matchTypestr(">i1", ElementType::I8), TypestrMatch::Match);
}

TEST(ElementType, BFloat16HasSeveralTypestrs) {
  for (const char *typestr : {"V2", "|V2", "<V2", "u2", "<u2"})
    EXPECT_EQ(matchTypestr(typestr, ElementType::BF16), TypestrMatch::Match)
        << typestr;
  EXPECT_EQ(matchTypestr("<f2", ElementType::BF16), TypestrMatch::Mismatch);
  EXPECT_EQ(matchTypestr("|V2", ElementType::UI16), TypestrMatch::Mismatch);
}

TEST(ElementType, ComplexNumbersHaveTwoParts) {
  EXPECT_EQ(getSize(ElementType::C64), 8);
  EXPECT_EQ(getAlignment(ElementType::C64), 4);
  EXPECT_EQ(getSize(ElementType::C128), 16);
  EXPECT_EQ(getAlignment(ElementType::C128), 8);
  EXPECT_EQ(getAlignment(ElementType::F64), 8);
  EXPECT_EQ(matchTypestr("<c8", ElementType::C64), TypestrMatch::Match);
  EXPECT_EQ(matchTypestr("c16", ElementType::C128), TypestrMatch::Match);
  EXPECT_EQ(matchTypestr(">c16", ElementType::C128),
            TypestrMatch::ForeignByteOrder);
  EXPECT_EQ(matchTypestr("<c8", ElementType::C128), TypestrMatch::Mismatch);
  EXPECT_EQ(matchTypestr("<f8", ElementType::C64), TypestrMatch::Mismatch);
  EXPECT_TRUE(isComplex(ElementType::C64));
  EXPECT_FALSE(isComplex(ElementType::F64));
}

TEST(ElementType, NonsenseDoesNotMatch) {
  for (const char *typestr : {"", "<", "f", "4", "<<f4", "<f4 ", "f44", "c8"})
    EXPECT_EQ(matchTypestr(typestr, ElementType::F32), TypestrMatch::Mismatch)
        << typestr;
}

} // namespace
