const HAS_TABLE = /^\|[ :-]+\|/m;
const MACHINE = /\d+\s(?:calm\s)?cores\s\([^\n]+\),\s20\d\d-\d\d-\d\d/;

/**
 * Documents with figures (path → Markdown) that have a table and do not name the machine and the day of the
 * measurement.
 */
export const undated = (documents: ReadonlyMap<string, string>): string[] =>
  [...documents]
    .filter(([, markdown]) => HAS_TABLE.test(markdown) && !MACHINE.test(markdown))
    .map(([path]) => path);
