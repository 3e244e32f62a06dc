import type { Expression } from '../patterns/expression.ts';
import { FILTERED } from '../scrub/secret-marker.ts';
import { scrubPath } from './scrub-path.ts';
import { scrubTexts } from './scrub-texts.ts';

/** A compiled `scrub` rule. It has a path, a form or both. */
export interface CompiledScrub {
  readonly ruleId: string;
  /** The names of the place, in lower case; `*` for any one name or index. */
  readonly path?: readonly string[];
  /** The part of a text that is replaced. */
  readonly form?: Expression;
}

/**
 * Returns the payload with the values of all scrub rules replaced: the same object if there is none, else a copy of the changed parts.
 * The payload itself does not change. It does not throw.
 *
 * @param marker The text in place of a value. Default `[Filtered]`.
 */
export function applyScrubs<T>(payload: T, scrubs: readonly CompiledScrub[], marker: string = FILTERED): T {
  const everywhere = scrubs.filter(({ path }) => path === undefined).flatMap(({ form }) => form ?? []);
  const scrubbed = scrubs.reduce<unknown>(
    (value, { path, form }) =>
      path === undefined
        ? value
        : scrubPath(value, path, (found) =>
            form === undefined ? marker : scrubTexts(found, [form], marker, { wholePayload: false }),
          ),
    payload,
  );
  if (everywhere.length === 0) return scrubbed as T;
  return scrubTexts(scrubbed, everywhere, marker, { wholePayload: true }) as T;
}
