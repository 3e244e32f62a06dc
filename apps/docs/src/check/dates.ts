const HAS_TABLE = /^\|[ :-]+\|/m;
const MACHINE = /\d+\s(?:calm\s)?cores\s\([^)]+\),\s20\d\d-\d\d-\d\d/;

/** Documents of figures (path → Markdown) that have a table and do not say on which machine and on which day it was measured. */
export const undated = (documents: ReadonlyMap<string, string>): string[] =>
  [...documents]
    .filter(([, markdown]) => HAS_TABLE.test(markdown) && !MACHINE.test(markdown))
    .map(([path]) => path);
