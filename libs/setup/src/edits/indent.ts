/** Whether every line of a text may be moved. In a template string, spaces are part of the value. */
const isMovable = (text: string): boolean =>
  ![...text.matchAll(/`[^`]*`?/g)].some(([template]) => template.includes('\n'));

/** Changes the indentation of all lines of code but the first. */
export function reindent(text: string, from: string, to: string): string {
  if (!isMovable(text)) return text;
  return text
    .split('\n')
    .map((line, index) => {
      if (index === 0 || line.trim() === '') return line;
      return to + (line.startsWith(from) ? line.slice(from.length) : line);
    })
    .join('\n');
}

/** The white space at the start of the line of a place. */
export function indentationAt(text: string, place: number): string {
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
