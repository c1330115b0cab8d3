// SPDX-License-Identifier: MIT
import { isInCheck } from "./attacks.js";
import { Position, backRank, countPieces, outermostRook, rightOf, usefulEnPassant } from "./position.js";
import { fileOf, pieceOf, rankOf, squareAt, squareNamed } from "./squares.js";

/**
 * Reads a FEN of four to six fields, with castling as in X-FEN or Shredder-FEN. Throws an Error for the user who typed
 * it.
 */
export function readFen(fen) {
  const [placement, side, castling, enPassant, halfmoves, fullmoves, ...rest] = fen.trim().split(/\s+/);
  if (enPassant === undefined) throw new Error("A FEN has at least four fields: pieces, side, castling, en passant");
  if (rest.length > 0) throw new Error("There is text after the sixth field of the FEN");
  if (side !== "w" && side !== "b") throw new Error("The side to move is neither w nor b");
  const board = readBoard(placement);
  const white = side === "w";
  checkPieces(board, white);
  return new Position({
    board,
    white,
    castlingRooks: readCastling(board, castling),
    enPassant: readEnPassant(board, enPassant, white),
    halfmoves: counter(halfmoves, 0),
    fullmoves: counter(fullmoves, 1),
  });
}

function readBoard(placement) {
  const ranks = placement.split("/");
  if (ranks.length !== 8) throw new Error(`The FEN has ${ranks.length} ranks instead of 8`);
  const board = new Array(64).fill("");
  ranks.forEach((text, index) => {
    const rank = 7 - index;
    let file = 0;
    for (const letter of text) {
      if (/[1-8]/.test(letter)) {
        file += Number(letter);
      } else if (/[pnbrqk]/i.test(letter)) {
        if (file < 8) board[squareAt(file, rank)] = letter;
        file += 1;
      } else {
        throw new Error(`“${letter}” is no piece`);
      }
    }
    if (file !== 8) throw new Error(`Rank ${rank + 1} has ${file} squares instead of 8`);
  });
  return board;
}

function checkPieces(board, white) {
  for (const [name, isWhiteSide] of [["White", true], ["Black", false]]) {
    const count = (kind) => board.filter((piece) => piece === pieceOf(kind, isWhiteSide)).length;
    if (count("K") !== 1) throw new Error(`${name} has ${count("K") || "no"} king${count("K") ? "s" : ""}`);
    if (count("P") > 8) throw new Error(`${name} has more than 8 pawns`);
    if (countPieces(board, isWhiteSide) > 16) throw new Error(`${name} has more than 16 pieces`);
  }
  if (board.some((piece, square) => /p/i.test(piece) && [0, 7].includes(rankOf(square)))) {
    throw new Error("A pawn stands on the first or last rank");
  }
  if (isInCheck(board, !white)) throw new Error("The side that is not to move is in check");
}

/** Drops castling rights that contradict the pieces, as most readers do. */
function readCastling(board, text) {
  const rooks = [-1, -1, -1, -1];
  for (const letter of text === "-" ? "" : text) {
    if (!/[a-hkq]/i.test(letter)) throw new Error(`“${letter}” is no castling right`);
    const white = letter === letter.toUpperCase();
    const king = board.indexOf(pieceOf("K", white));
    // A king in the corner has a rook on one side at most. No start position of Chess960 has this.
    if (rankOf(king) !== backRank(white) || fileOf(king) % 7 === 0) continue;
    const rook = rookOfRight(board, letter.toUpperCase(), white);
    const right = rightOf(white, rook > king);
    if (rook >= 0 && rooks[right] < 0) rooks[right] = rook;
  }
  return rooks;
}

function rookOfRight(board, letter, white) {
  if (letter === "K" || letter === "Q") return outermostRook(board, white, letter === "K");
  const square = squareAt("ABCDEFGH".indexOf(letter), backRank(white));
  return board[square] === pieceOf("R", white) ? square : -1;
}

/** Drops the square unless a double push explains it and a pawn stands beside the pushed one. */
function readEnPassant(board, text, white) {
  if (text === "-") return -1;
  const square = squareNamed(text);
  if (square < 0) throw new Error("The en-passant field is neither - nor a square");
  if (rankOf(square) !== (white ? 5 : 2)) return -1;
  const forward = white ? 8 : -8;
  const explained =
    board[square - forward] === pieceOf("P", !white) && board[square] === "" && board[square + forward] === "";
  return explained ? usefulEnPassant(board, square, white) : -1;
}

function counter(text, least) {
  return /^\d{1,5}$/.test(text ?? "") ? Math.max(least, Number(text)) : least;
}

/** Writes a FEN. Castling is KQkq where that is unambiguous, else the file of the rook (X-FEN). */
export function writeFen(position) {
  const ranks = [];
  for (let rank = 7; rank >= 0; --rank) {
    const pieces = position.board.slice(rank * 8, rank * 8 + 8).map((piece) => piece || "1");
    ranks.push(pieces.join("").replace(/1+/g, (empty) => empty.length));
  }
  const enPassant = position.enPassant < 0 ? "-" : "abcdefgh"[fileOf(position.enPassant)] + (position.white ? 6 : 3);
  return [
    ranks.join("/"),
    position.white ? "w" : "b",
    castlingText(position),
    enPassant,
    position.halfmoves,
    position.fullmoves,
  ].join(" ");
}

function castlingText(position) {
  const letters = position.castlingRooks.map((rook, right) => {
    if (rook < 0) return "";
    const white = right < 2;
    const kingSide = right % 2 === 0;
    const plain = outermostRook(position.board, white, kingSide) === rook;
    return pieceOf(plain ? (kingSide ? "K" : "Q") : "ABCDEFGH"[fileOf(rook)], white);
  });
  return letters.join("") || "-";
}
