/** The errors reported so far for each request, by the object that Next passes for it. */
const reported = new WeakMap<object, Set<string>>();

/** Frames of Node itself in a stack. */
const NODE_FRAMES = /\n\s+at [^\n]*\bnode:[^\n]*/g;

/**
 * Whether the same error was thrown at the same place before in this request. With cached components, Next renders
 * twice what reads the request, and passes on the errors of both. They differ at most in frames of Node, and so in
 * their digest; a screen shows the first.
 */
export function isRepeated(error: unknown, request: object): boolean {
  try {
    const { message, stack = message } = Object(error) as Partial<Error>;
    const text = String(stack ?? error).replace(NODE_FRAMES, '');
    const known = reported.get(request) ?? new Set();
    reported.set(request, known);
    const isKnown = known.has(text);
    known.add(text);
    return isKnown;
  } catch {
    // The thrown value cannot be read.
    return false;
  }
}
