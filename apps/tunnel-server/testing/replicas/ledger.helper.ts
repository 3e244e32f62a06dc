import { createScriptedIngest } from '@adit/testing';

/** An ingest that records the envelopes it receives, and that can be made unavailable. */
export interface Ledger {
  readonly dsns: readonly string[];
  readonly setAway: (isAway: boolean) => void;
  /** Names of the accepted envelopes, in the order of their arrival, including duplicates. */
  readonly arrived: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a {@link Ledger} with this many projects. */
export async function startLedger(projects: number): Promise<Ledger> {
  const ingest = await createScriptedIngest();
  const arrived: string[] = [];
  let isAway = false;
  ingest.respondWith(({ body }) => {
    if (isAway) return { status: 503 };
    for (const [, name = ''] of body.toString('latin1').matchAll(/"message":"(\d+-\d+-\d+)"/g)) {
      arrived.push(name);
    }
    return undefined;
  });
  return {
    dsns: Array.from({ length: projects }, (_, index) => ingest.dsn({ projectId: String(index + 1) })),
    setAway: (next) => (isAway = next),
    arrived,
    close: ingest.close,
  };
}

/** The fate of the acknowledged envelopes. */
export interface Account {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  /** Arrivals beyond the first of each envelope. */
  readonly duplicates: number;
  /** First arrivals after an envelope that the same client sent later. */
  readonly outOfOrder: number;
}

/**
 * Compares the answers that clients got with the envelopes that arrived. A name is `ROUND-CLIENT-NUMBER`; a client
 * sends one envelope after another.
 */
export function settle(acknowledged: readonly string[], arrived: readonly string[]): Account {
  const seen = new Set<string>();
  const latest = new Map<string, number>();
  const known = new Set(acknowledged);
  let duplicates = 0;
  let outOfOrder = 0;
  for (const name of arrived) {
    if (seen.has(name)) {
      duplicates += 1;
      continue;
    }
    seen.add(name);
    if (!known.has(name)) continue;
    const client = name.slice(0, name.lastIndexOf('-'));
    const number = Number(name.slice(name.lastIndexOf('-') + 1));
    if (number < (latest.get(client) ?? -1)) outOfOrder += 1;
    else latest.set(client, number);
  }
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((name) => !seen.has(name)),
    duplicates,
    outOfOrder,
  };
}
