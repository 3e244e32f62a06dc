/** An answer of ingest to one envelope. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An ingest that recognises envelopes by names such as `<7>` anywhere in them. */
export interface DeliveryIngest {
  /** Takes a request's body and decides the answer. */
  readonly receive: (body: string) => DeliveryAnswer;
  /** Sets how later requests are answered. */
  readonly answerBy: (decide: (name: string) => DeliveryAnswer) => void;
  /** The names of all envelopes received, in order. */
  readonly arrived: readonly string[];
  /** The names of envelopes answered 200, in order. */
  readonly taken: readonly string[];
}

/** A tunnel with a spool in front of a {@link DeliveryIngest}. */
export interface DeliverySubject {
  readonly ingest: DeliveryIngest;
  /** Sends an envelope as a page does, and resolves to the status of the answer. */
  readonly send: (name: string) => Promise<number>;
  /** Lets time pass; returns `false` once enough has passed. */
  readonly pass: () => Promise<boolean>;
  /** Waits until everything that would still be sent was sent. */
  readonly settle: () => Promise<void>;
}

/** The result of the deliveries. */
export interface Deliveries {
  /** Envelopes that were not answered 200. */
  readonly refused: readonly string[];
  readonly missing: readonly string[];
  /** Envelopes that ingest accepted more than once. */
  readonly twice: readonly string[];
}

/** The required result. */
export const ALL_DELIVERED_ONCE: Deliveries = { refused: [], missing: [], twice: [] };

/** The time during which stored errors, and transactions, may not be sent. */
const LIMITS = '2::key, 86400:transaction;span:organization';

const OK: DeliveryAnswer = { status: 200 };
const AWAY: DeliveryAnswer = { status: 500 };

/** Creates a {@link DeliveryIngest} that is away. */
export function createDeliveryIngest(): DeliveryIngest {
  const arrived: string[] = [];
  const taken: string[] = [];
  let decide: (name: string) => DeliveryAnswer = () => AWAY;
  return {
    arrived,
    taken,
    answerBy: (next) => {
      decide = next;
    },
    receive: (body) => {
      const name = /<\d+>/.exec(body)?.[0];
      // It is a client report.
      if (name === undefined) return OK;
      arrived.push(name);
      const answer = decide(name);
      if (answer.status === OK.status) taken.push(name);
      return answer;
    },
  };
}

/**
 * Sixty envelopes wait in the spool. Ingest answers every twentieth 429 once, with a limit of two seconds on everything
 * and of a day on categories that none of them has.
 */
export async function deliverThroughLimits(subject: DeliverySubject): Promise<Deliveries> {
  const { ingest } = subject;
  const names = namesOf(1, 60);
  const refused = await sendAll(subject, names);
  const limited = new Set(names.filter((_, index) => (index + 1) % 20 === 0));
  ingest.answerBy((name) =>
    limited.delete(name) ? { status: 429, headers: { 'x-sentry-rate-limits': LIMITS } } : OK,
  );
  return { refused, ...(await fateOf(subject, names)) };
}

/** Thirty envelopes wait in the spool and twenty more arrive while ingest answers 500; then it recovers. */
export async function deliverAfterOutage(subject: DeliverySubject): Promise<Deliveries> {
  const { ingest, pass } = subject;
  const waiting = namesOf(1, 30);
  const live = namesOf(31, 20);
  const refused = await sendAll(subject, waiting);
  // Until a stored envelope has failed again.
  while (new Set(ingest.arrived).size === ingest.arrived.length && (await pass()));
  refused.push(...(await sendAll(subject, live)));
  ingest.answerBy(() => OK);
  return { refused, ...(await fateOf(subject, [...waiting, ...live])) };
}

const namesOf = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `<${first + index}>`);

async function sendAll({ send }: DeliverySubject, names: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const name of names) if ((await send(name)) !== OK.status) refused.push(name);
  return refused;
}

async function fateOf(
  { ingest, pass, settle }: DeliverySubject,
  names: readonly string[],
): Promise<Omit<Deliveries, 'refused'>> {
  const missing = (): string[] => names.filter((name) => !ingest.taken.includes(name));
  while (missing().length > 0 && (await pass()));
  await settle();
  const twice = ingest.taken.filter((name, index) => ingest.taken.indexOf(name) !== index);
  return { missing: missing(), twice };
}
