/** Whether a quarter of a name's letters differs at most, or one. Capitals do not count. */
export const isMisspelt = (name: string, known: string): boolean =>
  distance(name.toLowerCase(), known.toLowerCase()) <= Math.max(1, Math.floor(known.length / 4));

/** The number of letters to add, to remove or to replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [above, letter] of Array.from(one).entries()) {
    const next = [above + 1];
    for (const [index, wanted] of Array.from(other).entries())
      next.push(
        Math.min(
          (row[index + 1] as number) + 1,
          (next[index] as number) + 1,
          (row[index] as number) + (letter === wanted ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) as number;
}
