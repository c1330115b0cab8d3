# SPDX-License-Identifier: MIT
class Polyglot < Formula
  desc "Opening-book proxy between chess GUIs and engines"
  homepage "@URL@"
  url "@URL@/@SOURCE@"
  sha256 "@SOURCE_SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "xxhash" => :build
  depends_on "boost"
  depends_on "fmt"
  depends_on "inih"
  depends_on "sqlite"
  depends_on "zstd"

  uses_from_macos "bzip2"
  uses_from_macos "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DPOLYGLOT_TESTS=OFF", "-DPOLYGLOT_BENCH=OFF",
           "-DPOLYGLOT_UNITY=ON", "-DPOLYGLOT_WERROR=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "Polyglot #{version}", shell_output("#{bin}/polyglot --version")
  end
end
