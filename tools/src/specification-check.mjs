const FIRST_ID = 1;
const LAST_ID = 37;

/** Every id of the specification: S1 … S37. */
export const SPECIFICATION_IDS = Array.from(
  { length: LAST_ID - FIRST_ID + 1 },
  (_, index) => `S${FIRST_ID + index}`,
);

/** Rows of the mapping table: `| S12 | behaviour | file, file |` → id, behaviour and the files that test it. */
export function parseMapping(markdown) {
  return markdown
    .split('\n')
    .map((line) => line.match(/^\|\s*(S\d+)\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/))
    .filter(Boolean)
    .map(([, id, behaviour, files]) => ({
      id,
      behaviour,
      files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
    }));
}

/** Whether a test file has a title, or a row of a table of tests, that begins with the id as a whole word. */
export const hasTestFor = (id, source) =>
  source
    .split('\n')
    .filter((line) => !/^\s*\/\/|\.(?:skip|todo|fixme)\b/.test(line))
    .some((line) => new RegExp(`(['"\`])(?:S\\d+ )*${id}\\b`).test(line));

/**
 * The faults of the mapping: ids without a row, rows without files, files that are missing or contain no test titled
 * with the id. `readFile` returns a file's text, or undefined if there is no such file.
 */
export function checkMapping({ markdown, readFile, ids = SPECIFICATION_IDS }) {
  const rows = new Map(parseMapping(markdown).map((row) => [row.id, row]));
  const unmapped = ids.filter((id) => !rows.has(id)).map((id) => `${id} has no row`);
  const broken = [...rows.values()].flatMap(({ id, files }) => {
    if (files.length === 0) return [`${id} names no test file`];
    return files.flatMap((file) => {
      const source = readFile(file);
      if (source === undefined) return [`${id} names ${file}, which does not exist`];
      return hasTestFor(id, source) ? [] : [`${id} names ${file}, which has no test titled "${id} …"`];
    });
  });
  return [...unmapped, ...broken];
}
