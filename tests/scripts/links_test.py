#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds links in the documents that lead nowhere, and sources in the code that no document has.

A link leads to a file, and behind # to a heading. The code cites a document as docs/NAME.md, or as
docs/NAME.md, "Heading" (or words in bold). Prints "N passed, N failed"; exit status 1 on a failure.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r'(?:\]\(|src=")([^)\s"]+)[)"]')
CITATION = re.compile(r'(?<![\w/])docs/([\w-]+\.(?:md|6|png|svg))(?:,\s+(?:(?://+|#|;)\s+)?"([^"\n]+)")?')


def files(*patterns):
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def headings(path):
    """The headings of a document, without marks."""
    found, in_code = [], False
    for line in path.read_text().splitlines():
        in_code ^= line.lstrip().startswith("```")
        heading = re.match(r"#+ (.*)", line)
        if heading and not in_code:
            found.append(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "").strip())
    return found


def anchors(path):
    """What a link to each heading has behind #, as GitHub makes it."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(path)}


def check_link(document, link):
    name, _, anchor = link.partition("#")
    target = (document.parent / name) if name else document
    if not target.exists():
        return f"there is no file {name}"
    if anchor and target.suffix == ".md" and anchor not in anchors(target):
        return f"{target.name} has no heading #{anchor}"
    return None


def check_citation(name, heading):
    target = ROOT / "docs" / name
    if not target.exists():
        return f"there is no docs/{name}"
    marked = headings(target) + re.findall(r"\*\*([^*]+)\*\*", target.read_text()) if heading else []
    if heading and not any(heading.lower() in one.lower() for one in marked):
        return f'docs/{name} has no heading "{heading}"'
    return None


def main():
    passed, faults = 0, []
    for path in files("*.md"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for link in LINK.findall(line):
                if "://" not in link:
                    fault = check_link(path, link)
                    faults += [f"{path.relative_to(ROOT)}:{number}: {fault}"] if fault else []
                    passed += not fault
    for path in files("include", "src", "tests", "fuzz", "bench", "cmake", "config", "scripts", "*.ini.example", "*.sh"):
        if path == pathlib.Path(__file__).resolve() or path.suffix in (".png", ".bin", ".zst", ".md"):
            continue
        text = path.read_text(errors="replace")
        for citation in CITATION.finditer(text):
            fault = check_citation(*citation.groups())
            number = text.count("\n", 0, citation.start()) + 1
            faults += [f"{path.relative_to(ROOT)}:{number}: {fault}"] if fault else []
            passed += not fault
    for fault in faults:
        print(f"FAILED: {fault}")
    print(f"{passed} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
