/** Longest name that is compared, in characters. */
const MAX_LENGTH = 64;

/** Returns the known name that differs from the given one in the fewest letters, about a third of them at most; else `undefined`. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const name = given.toLowerCase();
  const most = Math.ceil(name.length / 3);
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: editsBetween(name, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}

/** How many letters must be added, removed or changed. */
function editsBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const [left = 0, up = 0, corner = 0] = [current[column - 1], above[column], above[column - 1]];
      current.push(Math.min(left + 1, up + 1, corner + change));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
