import type { SpoolEntry } from '../stores/stores.ts';

/** Selects stored envelopes to drop. */
export interface DropRule {
  /** The identities of their DSNs; `undefined` for any. */
  readonly dsns: ReadonlySet<string> | undefined;
  /** An envelope is dropped if all its items are of these types; `undefined` for any. */
  readonly itemTypes: ReadonlySet<string> | undefined;
  /** Only envelopes received until this time, in milliseconds since the epoch. */
  readonly untilMs: number;
}

/** The maximum number of rules. The oldest is removed first. */
const MAX_RULES = 16;

/** Adds a rule to a list of at most 16. A rule ends when every envelope it could match has expired. */
export function addDropRule(rules: readonly DropRule[], added: DropRule, maxAgeMs: number): DropRule[] {
  const alive = rules.filter(({ untilMs }) => untilMs + maxAgeMs >= added.untilMs);
  return [...alive, added].slice(-MAX_RULES);
}

/**
 * Whether a rule matches an envelope.
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
