# SPDX-License-Identifier: MIT
# Answer programs that ask Lichess's opening explorer
polyglot count-games games.pgn --by rating,speed,year --out games.counts
# shows: games\.counts: [0-9]+ positions
