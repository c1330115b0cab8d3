// SPDX-License-Identifier: MIT
/**
 * The moves of a text as people copy it from a game: move numbers, comments, marks and the result are left out.
 * Castling may be written with small letters.
 */
export function wordsOfMoves(text) {
  return text
    .replace(/\{[^}]*\}?/g, " ")
    .replace(/\$\d+/g, " ")
    .split(/\s+/)
    .filter((word) => !/^(1-0|0-1|1\/2-1\/2|½-½|\*)$/.test(word))
    .flatMap((word) => word.replace(/^(\d+\.+)+/, " ").split(/\s+/))
    .filter((word) => word && !/^\d+$/.test(word))
    .map((word) => word.replace(/^o-o(-o)?/, (castling) => castling.toUpperCase()));
}
