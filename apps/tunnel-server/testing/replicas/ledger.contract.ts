import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An ingest that notes which envelopes it has had, and that can be away. */
export interface Ledger {
  readonly dsns: readonly string[];
  readonly setAway: (isAway: boolean) => void;
  /** Names of the envelopes that were taken, in the order of their arrival, as often as they arrived. */
  readonly arrived: readonly string[];
  readonly close: () => Promise<void>;
}

const KEY = '0123456789abcdef0123456789abcdef';

/** Starts a {@link Ledger} with so many projects. */
export async function startLedger(projects: number): Promise<Ledger> {
  const arrived: string[] = [];
  let isAway = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    request.on('end', () => {
      if (isAway) response.statusCode = 503;
      else for (const [, name = ''] of body.matchAll(/"message":"(\d+-\d+-\d+)"/g)) arrived.push(name);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsns: Array.from({ length: projects }, (_, index) => `http://${KEY}@127.0.0.1:${port}/${index + 1}`),
    setAway: (next) => (isAway = next),
    arrived,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What became of the envelopes that were acknowledged. */
export interface Account {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  /** Arrivals beyond the first of each envelope. */
  readonly duplicates: number;
  /** First arrivals after that of one that its client had sent later. */
  readonly outOfOrder: number;
}

/**
 * Compares what clients were told with what has arrived. A name is `ROUND-CLIENT-NUMBER`; a client sends one envelope after the
 * other.
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
