import type { SpoolEntry } from '../stores/stores.ts';

/** Which stored envelopes are to be dropped. */
export interface DropRule {
  /** The identities of their DSNs; `undefined` for any. */
  readonly dsns: ReadonlySet<string> | undefined;
  /** An envelope is dropped if all its items are of these types; `undefined` for any. */
  readonly itemTypes: ReadonlySet<string> | undefined;
  /** Only envelopes that were received until then, in milliseconds since the epoch. */
  readonly untilMs: number;
}

/** The most rules that are kept. The oldest goes first. */
const MAX_RULES = 16;

/** Adds a rule to a list of at most 16. Rules end when every envelope they could concern has expired. */
export function addDropRule(rules: readonly DropRule[], added: DropRule, maxAgeMs: number): DropRule[] {
  const alive = rules.filter(({ untilMs }) => untilMs + maxAgeMs >= added.untilMs);
  return [...alive, added].slice(-MAX_RULES);
}

/**
 * Whether a rule concerns an envelope.
 * @param typesOf reads the types of its items. Called only if the answer depends on them
 */
export async function isToDrop(
  rules: readonly DropRule[],
  entry: SpoolEntry,
  typesOf: (entry: SpoolEntry) => Promise<readonly string[]>,
): Promise<boolean> {
  const concerned = rules.filter(
    ({ dsns, untilMs }) => entry.receivedAt <= untilMs && (dsns?.has(entry.dsn) ?? true),
  );
  if (concerned.length === 0) return false;
  if (concerned.some(({ itemTypes }) => itemTypes === undefined)) return true;
  const types = await typesOf(entry);
  return types.length > 0 && concerned.some(({ itemTypes }) => types.every((type) => itemTypes?.has(type)));
}
