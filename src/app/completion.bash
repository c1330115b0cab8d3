# SPDX-License-Identifier: MIT
# Completion of polyglot for bash. It asks the program for the names of tools and options; values are files.
_polyglot() {
  local word=${COMP_WORDS[COMP_CWORD]} tool=${COMP_WORDS[1]} words=
  if [[ $word == -* ]]; then
    if ((COMP_CWORD == 1)) || [[ $tool == -* ]]; then tool=--help-options; fi
    words=$("$1" help "$tool" 2>/dev/null || "$1" --help-options)
    words=$(grep -oE '^  (-., |    )?--[a-z-]+' <<<"$words" | tr -d ,)
  elif ((COMP_CWORD == 1)) || [[ $COMP_CWORD == 2 && $tool == help ]]; then
    words=$("$1" help | sed -En 's/^  ([a-z-]+) .*/\1/p')
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o bashdefault -o default -F _polyglot polyglot
