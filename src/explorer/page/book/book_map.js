// SPDX-License-Identifier: MIT
/** The maximum number of positions that mapOf() reads, so that a book of any size is drawn quickly. */
const MOST_LOOKED_AT = 400;
/** How many positions are asked for at the same time. */
const AT_ONCE = 16;
/** Moves that games reach more rarely than this would be thinner than a line. */
const LEAST_REACH = 0.002;
const MOST_PLIES = 14;

/**
 * The likeliest lines of the books as a tree. A node is {path: moves from the start in UCI; san; reach: how often games
 * come here if moves are chosen by weight, 0 to 1; opening: {eco, name} of the last position that has a name, or null;
 * first: the first move in SAN; top: the part of the height above it, 0 to 1; parent; children: the likeliest first}. Looks at the likeliest positions first, so that only parts too small to see are left
 * out.
 *
 * look(position): a promise of {rows: its moves, see rowsOf(), opening}. grown(root): called with each part that is
 * added; the nodes that are there keep their places
 */
export async function mapOf(start, rules, look, grown) {
  const root = { path: [], san: "", reach: 1, top: 0, opening: null, children: [], position: start };
  let waiting = [root];
  for (let looked = 0; waiting.length > 0 && looked < MOST_LOOKED_AT; looked += AT_ONCE) {
    waiting.sort((a, b) => b.reach - a.reach);
    const next = waiting.splice(0, AT_ONCE);
    const found = await Promise.all(next.map((node) => grow(node, rules, look)));
    waiting = [...waiting, ...found.flat()];
    grown(root);
  }
  return root;
}

/** Finds the children of a node, and returns those that may have children of their own. */
async function grow(node, rules, look) {
  node.position ??= await rules.after(node.from, node.move);
  const { rows, opening } = await look(node.position);
  if (opening) node.opening = opening;
  let { top } = node;
  for (const { uci, san, share } of [...rows].sort((a, b) => b.share - a.share)) {
    const reach = node.reach * share;
    if (reach < LEAST_REACH) continue;
    node.children.push({
      path: [...node.path, uci],
      san,
      reach,
      top,
      opening: node.opening,
      first: node.first ?? san,
      parent: node,
      children: [],
      from: node.position,
      move: rules.read(node.position, uci),
    });
    top += reach;
  }
  return node.path.length + 1 < MOST_PLIES ? node.children : [];
}

/** The nodes below a node. */
export const nodesBelow = ({ children }) => children.flatMap((child) => [child, ...nodesBelow(child)]);
