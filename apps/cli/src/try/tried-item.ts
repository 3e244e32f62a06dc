/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An item on which a document is tried: of the last hour of a policy, or one of one's own. */
export interface TriedItem {
  /** Its type in an envelope, such as `event`. An item of a container is on its own. */
  readonly type: string;
  readonly payload: JsonObject;
  /** Milliseconds since the epoch. */
  readonly at?: number | undefined;
  readonly project?: string | undefined;
  readonly sdk?: string | undefined;
  readonly userAgent?: string | undefined;
  /** The decision of the document in force. `undefined` if it was not judged. */
  readonly outcome?: 'kept' | 'changed' | 'dropped' | undefined;
  /** The rule or the budget that dropped it. */
  readonly rule?: string | undefined;
  /** How many items it stands for. */
  readonly standsFor: number;
}

/** Items on which a document is tried. */
export interface TriedSample {
  readonly items: readonly TriedItem[];
  /** The ids of the `scrub` rules in effect where they come from, if that is known. */
  readonly scrubs?: readonly string[] | undefined;
}

const TYPES: ReadonlySet<string> = new Set([
  'event',
  'transaction',
  'span',
  'log',
  'feedback',
  'replay_event',
]);
const OUTCOMES = ['kept', 'changed', 'dropped'] as const;

/** Whether a value is an object and no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Reads an item of the last hour of a policy; `undefined` if it is none. */
export function readRecentItem(value: unknown): TriedItem | undefined {
  if (!isObject(value)) return undefined;
  const { type, payload } = value;
  if (typeof type !== 'string' || !TYPES.has(type) || !isObject(payload)) return undefined;
  return {
    type,
    payload,
    at: numberOf(value['at']),
    project: textOf(value['project']),
    sdk: textOf(value['sdk']),
    userAgent: textOf(value['userAgent']),
    outcome: OUTCOMES.find((one) => one === value['outcome']),
    rule: textOf(value['rule']),
    standsFor: Math.max(1, numberOf(value['standsFor']) ?? 1),
  };
}

/** Reads an event of one's own. Its type is in it, as the SDK writes it. */
export function readEvent(event: JsonObject): TriedItem {
  const { type } = event;
  return {
    type: typeof type === 'string' && TYPES.has(type) ? type : 'event',
    payload: event,
    standsFor: 1,
  };
}

/** Reads an item of an envelope, or the items of a container. Items without JSON are none. */
export function readEnvelopeItem(envelope: JsonObject, type: string, payload: unknown): readonly TriedItem[] {
  if (!TYPES.has(type) || !isObject(payload)) return [];
  const { dsn, sdk } = envelope;
  const about = {
    type,
    project: typeof dsn === 'string' ? /\/(\d+)\/?$/.exec(dsn)?.[1] : undefined,
    sdk: isObject(sdk) ? textOf(sdk['name']) : undefined,
    standsFor: 1,
  };
  const { items } = payload;
  if (!Array.isArray(items) || (type !== 'span' && type !== 'log')) return [{ ...about, payload }];
  return items.filter(isObject).map((item) => ({ ...about, payload: item }));
}
