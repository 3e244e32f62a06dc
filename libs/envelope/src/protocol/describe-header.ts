import { ITEM_TYPES } from './item-rules.ts';

const KNOWN_TYPES: ReadonlySet<string> = new Set(ITEM_TYPES);

/** The maximum number of item types named for one envelope. */
export const MAX_NAMED_TYPES = 16;

/** Nearly all event ids come without dashes. */
const PLAIN_LENGTH = 32;

const SDK_PART = /^[\w.@/+:-]{1,64}$/;

/** An event id without dashes and in lower case, as Sentry shows it. */
export function plainEventId(id: string): string {
  return (id.length === PLAIN_LENGTH ? id : id.replaceAll('-', '')).toLowerCase();
}

/** Name and version of an envelope header's `sdk`; `undefined` if they contain unusual characters. */
export function sdkName(sdk: unknown): string | undefined {
  const { name, version } = Object(sdk) as Record<string, unknown>;
  const parts = [name, version].filter((part): part is string => typeof part === 'string');
  const isPlain = typeof name === 'string' && parts.every((part) => SDK_PART.test(part));
  return isPlain ? parts.join('/') : undefined;
}

/** Names item types. Text that a client invented is never included. */
export function knownTypes(types: readonly string[]): readonly string[] {
  return [...new Set(types.map((type) => (KNOWN_TYPES.has(type) ? type : 'unknown')))];
}
