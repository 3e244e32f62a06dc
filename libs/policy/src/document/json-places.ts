/** The lines of a JSON text, counted from 1. */
export interface JsonPlaces {
  /** The line of the value at a path such as `rules[3].when.message`, or of the nearest value around it. */
  readonly lineOf: (path: string) => number;
  /** Where the text stops being JSON, if it does. The column is counted from 1, in UTF-16 units. */
  readonly fault?: { readonly line: number; readonly column: number };
}

interface Frame {
  readonly isList: boolean;
  /** Missing below the depth to which paths are kept. */
  readonly path: string | undefined;
  /** The number of the element that comes next in a list. */
  index: number;
}

/** The levels down to which lines are kept: a policy document has five. Deeper paths would make memory grow with the square of the depth. */
const MAX_DEPTH = 12;

/** The longest part of a name in a path, as in messages about policy documents. */
const SHOWN_LENGTH = 100;

const TOKEN =
  // eslint-disable-next-line no-control-regex -- JSON allows none in texts
  /[\t\n\r ]*(?:("[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*")|([{}[\],:])|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'next' | 'end';

/** Finds the lines of values in a JSON text, up to its first fault. Never throws. */
export function findJsonPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  const stack: Frame[] = [];
  const token = new RegExp(TOKEN);
  let expected: Expected = 'value';
  let name = '';
  let line = 1;
  let lineStart = startOf(text);
  let lineEnd = text.indexOf('\n');
  let offset = 0;

  /** Moves on to an offset, and counts the lines in between. */
  const moveTo = (next: number): void => {
    for (; lineEnd !== -1 && lineEnd < next; lineEnd = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = lineEnd + 1;
    }
    offset = next;
  };
  const startValue = (): string | undefined => {
    const parent = stack.at(-1);
    const path = parent === undefined ? '' : pathOf(parent, name, stack.length);
    // A field begins with its name.
    if (path !== undefined && parent?.isList !== false) lines.set(path, line);
    return path;
  };
  const afterValue = (): Expected => (stack.length === 0 ? 'end' : 'next');

  /** The part of the text that is expected after this one; `undefined` if this one is wrong. */
  const take = (part: string): Expected | undefined => {
    const frame = stack.at(-1);
    if (expected === ':') return part === ':' ? 'value' : undefined;
    if (part === '}' || part === ']') {
      const isList = part === ']';
      const mayEnd = expected === 'next' || expected === (isList ? 'value or ]' : 'name or }');
      if (!mayEnd || frame?.isList !== isList) return undefined;
      stack.pop();
      return afterValue();
    }
    if (expected === 'next') {
      if (part !== ',' || frame === undefined) return undefined;
      frame.index += 1;
      return frame.isList ? 'value' : 'name';
    }
    if (expected === 'name' || expected === 'name or }') {
      if (!part.startsWith('"') || frame === undefined) return undefined;
      name = JSON.parse(part) as string;
      const path = pathOf(frame, name, stack.length);
      if (path !== undefined) lines.set(path, line);
      return ':';
    }
    if (expected === 'end' || part === ',' || part === ':') return undefined;
    const path = startValue();
    if (part !== '{' && part !== '[') return afterValue();
    stack.push({ isList: part === '[', path, index: 0 });
    return part === '[' ? 'value or ]' : 'name or }';
  };

  const lineOf = (path: string): number => {
    for (let at = path; ; at = parentOf(at)) {
      const found = lines.get(at);
      if (found !== undefined) return found;
      if (at === '') return 1;
    }
  };
  const faulty = (): JsonPlaces => ({ lineOf, fault: { line, column: offset - lineStart + 1 } });
  token.lastIndex = lineStart;
  for (;;) {
    const match = token.exec(text);
    const part = match?.[0].trimStart() ?? '';
    const end = match === null ? endOfSpace(text, offset) : token.lastIndex;
    moveTo(end - part.length);
    if (match === null) {
      const isWhole = expected === 'end' && end === text.length;
      return isWhole ? { lineOf } : faulty();
    }
    const next = take(part);
    if (next === undefined) return faulty();
    expected = next;
    moveTo(end);
  }
}

/** A byte order mark is passed over. */
const startOf = (text: string): number => (text.startsWith('\uFEFF') ? 1 : 0);

function endOfSpace(text: string, from: number): number {
  const space = /[\uFEFF\t\n\r ]*/y;
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

function pathOf({ isList, path, index }: Frame, name: string, depth: number): string | undefined {
  if (path === undefined || depth > MAX_DEPTH) return undefined;
  if (isList) return `${path}[${index}]`;
  if (!/^[$\w-]{1,64}$/.test(name)) return `${path}[${JSON.stringify(name.slice(0, SHOWN_LENGTH))}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** The path without its last part. */
const parentOf = (path: string): string =>
  path.replace(/(?:\["(?:[^"\\]|\\.)*"\]|\[\d+\]|\.?[$\w-]+|[^])$/, '');
