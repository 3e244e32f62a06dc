/** The start of a group. */
const GROUP = /\((?:\?(?:P?<\w+>|[imsU-]*:))?/y;
const REPETITION = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
/** `\x{1F600}`, `\p{Greek}` and any other escaped character. */
const ESCAPE = /\\(?:[xpP]\{[^}]*\}|[^])/y;
/** A class of characters; a `]` right behind its start belongs to it. */
const CLASS = /\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]/y;

/**
 * Estimates the steps of a regular expression's program from its text, so that one with huge repetitions is refused before it is
 * compiled. The time is proportional to the text. Texts that are no regular expression have an estimate too.
 */
export function estimateProgramSize(source: string): number {
  const outer: number[] = [];
  let size = 0;
  /** The size of the last atom, which a repetition repeats. */
  let last = 0;
  for (let at = 0; at < source.length;) {
    const character = source.charAt(at);
    const length = skipAtom(source, at);
    if (character === '(') {
      outer.push(size);
      size = 0;
      last = 0;
    } else if (character === ')') {
      last = size;
      size += outer.pop() ?? 0;
    } else if (character === '{' && length > 1) {
      const times = timesOf(source.slice(at, at + length));
      size += last * (times - 1);
      last *= times;
    } else {
      last = 1;
      size += 1;
    }
    at += length;
  }
  return size + outer.reduce((sum, part) => sum + part, 0);
}

/** The length of the atom, the repetition or the sign at a place. */
function skipAtom(source: string, at: number): number {
  const form = { '\\': ESCAPE, '[': CLASS, '{': REPETITION, '(': GROUP }[source.charAt(at)];
  if (form === undefined) return 1;
  form.lastIndex = at;
  return form.exec(source)?.[0].length ?? 1;
}

function timesOf(repetition: string): number {
  const numbers = repetition.slice(1, -1).split(',').map(Number);
  return Math.max(1, ...numbers);
}
