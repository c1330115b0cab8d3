#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for missing includes in src and include, which a build that compiles several files as one does not see.

A file that names a type or a constant of another file, or a common name of the standard library, must include its header,
or one that does. It also looks for iterators of arrays that are taken for pointers: in the library of MSVC they are none.
Prints "N passed, N failed"; exit status 1 on a failure.
"""
import collections
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
STANDARD = {
    "algorithm": "ranges::(?:sort|find|find_if|any_of|all_of|none_of|transform|count|count_if|copy|max_element|min_element|"
                 "stable_sort|lower_bound|upper_bound|reverse)|clamp|min|max|sort|find_if|copy_n",
    "array": "array|to_array", "atomic": "atomic", "charconv": "from_chars|to_chars", "condition_variable": "condition_variable",
    "cmath": "exp|log|log2|sqrt|abs|round|lround|isfinite|pow", "deque": "deque", "filesystem": "filesystem",
    "fstream": "ifstream|ofstream", "functional": "function|greater|hash", "limits": "numeric_limits",
    "map": "map|multimap", "memory": "unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared",
    "mutex": "mutex|lock_guard|unique_lock|once_flag", "numeric": "accumulate|iota|gcd", "optional": "optional|nullopt",
    "random": "mt19937|mt19937_64|uniform_int_distribution", "set": "set", "span": "span",
    "string": "string|to_string", "string_view": "string_view", "thread": "thread|jthread", "tuple": "tuple|tie",
    "unordered_map": "unordered_map", "unordered_set": "unordered_set", "variant": "variant|visit|monostate|holds_alternative",
    "vector": "vector", "chrono": "chrono", "bit": "popcount|countr_zero|bit_cast|bit_width",
}
# Headers that have what is looked for, too.
ALSO = {"string_view": {"string"}, "array": {"span"}, "cmath": {"cstdlib"}}
pointer = re.compile(r"\bauto\*(?: const)? (\w+) =\s+std::(?:ranges::)?(?:find|find_if|lower_bound|upper_bound|m\w+_element)\(")
strip = re.compile(r'//[^\n]*|/\*.*?\*/|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"', re.S)
declared = re.compile(r"^(?:template <[^\n]*>\n)?(?:class|struct|enum class) (?:\[\[\w+\]\] )?(\w+)(?: final)?\s*[:{]"
                      r"|^using (\w+) =|^(?:inline )?constexpr [\w:<>, ]+ (k[A-Z]\w*)\b"
                      r"|^(?:\[\[nodiscard\]\] )?(?! |return)[\w:<>,&* ]+[ &*]([a-z]\w+)\(", re.M)

text, own, system = {}, {}, {}
for path in sorted([*root.glob("src/**/*.?pp"), *root.glob("include/**/*.?pp")]):
    name = path.relative_to(root).as_posix().removeprefix("src/").removeprefix("include/")
    whole = path.read_text(encoding="utf-8")
    own[name] = re.findall(r'^#include ["<]((?:polyglot/)?[\w/]+\.hpp)[">]', whole, re.M)
    system[name] = set(re.findall(r"^#include <([\w/.]+)>", whole, re.M))
    text[name] = strip.sub('""', whole)


def closure(name, seen):
    for other in own[name]:
        if other in text and other not in seen:
            seen.add(other)
            closure(other, seen)
    return seen


def module_of(name):
    """Its folder; nothing for headers of no module, whose names all modules use."""
    return name.removeprefix("polyglot/").rpartition("/")[0].split("/")[0]


# Where a name of a module is declared, if that is one header.
homes = collections.defaultdict(set)
for name, code in text.items():
    for found in declared.finditer(code):
        homes[module_of(name), next(word for word in found.groups() if word)].add(name)
homes = {word: min(files) for word, files in homes.items() if len(files) == 1 and min(files).endswith(".hpp")}

# All that a file declares: in a class, in advance, for itself; and what looks like a function or a variable of its own.
anyhow = re.compile(r"\b(?:class|struct|enum class|enum|using|typename) (\w+)|\b(k[A-Z]\w*) ?[={]")
named = {name: {word for words in anyhow.findall(code) for word in words} for name, code in text.items()}
for name, code in text.items():
    mentions = r"([a-z]\w+)\(" if name.endswith(".hpp") else r"^ *(?:\[\[nodiscard\]\] )?(?!return)[\w:<>,&* ]*[ &*:]([a-z]\w+)\("
    named[name] |= set(re.findall(mentions, code, re.M)) | set(re.findall(r"\bauto&? (\w+) ?[={]", code))

failed = 0
for name, code in text.items():
    reached = closure(name, {name})
    headers = set().union(*(system[other] for other in reached))
    missing = {f"<{header}>: std::{found.group(1)}" for header, names in STANDARD.items()
               if header not in headers and not ALSO.get(header, set()) & headers
               and (found := re.search(rf"\bstd::({names})\b", code))}
    known = set().union(*(named[other] for other in reached))
    used = {(module_of(name), word) for word in re.findall(r"(?<![\w.>:])(?:[A-Z]|k[A-Z])\w*", code)}
    used |= {("", word) for word in re.findall(r"(?<![\w.>:])(?:[A-Z]\w*|[a-z]\w+(?=\())", code)}
    used |= set(re.findall(r"\b([a-z]+)::((?:[A-Z]|k[A-Z])\w*|[a-z]\w+(?=\())", code))
    missing |= {f"{homes[use]}: {use[1]}" for use in used if use[1] not in known and homes.get(use, name) not in reached}
    faults = [f"lacks {what}" for what in sorted(missing)]
    faults += [f'takes the iterator "{word}" for a pointer' for word in pointer.findall(code)]
    failed += bool(faults)
    for fault in faults:
        print(f"FAILED: {name} {fault}")
print(f"{len(text) - failed} passed, {failed} failed")
sys.exit(failed > 0)
