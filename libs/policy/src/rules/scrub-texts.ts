import type { Expression } from '../patterns/expression.ts';
import { changeChildren, createMemory, type Memory } from './change-children.ts';

/** Most nested levels that are read; deeper ones are replaced. The SDK sends fewer than half as many. */
const MAX_DEPTH = 20;

/** Values that Sentry reads as ids, times and versions: it refuses an event in which they are something else. */
const KEPT: ReadonlySet<string> = new Set(
  'event_id trace_id span_id parent_span_id segment_id replay_id profile_id timestamp start_timestamp end_timestamp sdk debug_meta'.split(
    ' ',
  ),
);

/** Settings of {@link scrubTexts}. */
interface TextScope {
  /** Whether the value is a whole payload: then ids, times, `sdk` and `debug_meta` stay. */
  readonly wholePayload: boolean;
}

/**
 * Returns a value with the parts of its texts replaced that match one of the forms. Names and numbers stay. Each object is read once, in
 * however many places it is.
 */
export function scrubTexts(
  value: unknown,
  forms: readonly Expression[],
  marker: string,
  { wholePayload }: TextScope,
): unknown {
  const memory: Memory = createMemory();
  const scrub = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string')
      return forms.reduce((text, { replaceAll }) => replaceAll(text, marker), given);
    if (typeof given !== 'object' || given === null) return given;
    if (depth > MAX_DEPTH) return marker;
    return memory(given, () =>
      changeChildren(given, (child, name) =>
        wholePayload && KEPT.has(name) ? child : scrub(child, depth + 1),
      ),
    );
  };
  return scrub(value, 0);
}
