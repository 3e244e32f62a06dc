import { createFakeClock } from '@adit/testing';
import { createMemorySpool } from '../stores/memory-spool.ts';
import { SpoolElsewhereError, type SpoolStore } from '../stores/stores.ts';
import { createDrain } from './drain.ts';
import type { RedeliveryResult } from './drain-context.ts';

const HERE = 'https://a@one.example/1';
const ELSEWHERE = 'https://b@one.example/2';

/** A process in an outage. Another process delivers what is stored for one DSN; this one delivers the other DSNs. */
async function inOutage(...stored: string[]) {
  const clock = createFakeClock();
  const memory = createMemorySpool();
  const ingest = { isAway: true };
  const deliveries: string[] = [];
  const spool: SpoolStore = {
    ...memory,
    peek: async (dsn) => {
      if (dsn === ELSEWHERE) throw new SpoolElsewhereError('another process delivers');
      return memory.peek(dsn);
    },
  };
  const drain = createDrain({
    spool,
    clock,
    deliver: async ({ dsn }): Promise<RedeliveryResult> => {
      deliveries.push(dsn);
      return ingest.isAway ? { kind: 'retry', failed: 'connection' } : { kind: 'delivered' };
    },
    destinationOf: (dsn) => new URL(dsn).host,
  });
  drain.start();
  for (const dsn of stored) {
    drain.noteFailure({ dsn, receivedAt: 0, isConnection: true });
    await spool.append({ dsn, receivedAt: 0, fields: {}, body: Buffer.from('1') });
    drain.wake(dsn);
  }
  /** Receives an envelope every 100 ms; returns how many were sent to ingest at once. */
  const receive = async (seconds: number): Promise<number> => {
    let sent = 0;
    for (let count = 0; count < 10 * seconds; count += 1) {
      await clock.advance(100);
      if (!drain.letsNewTry(ELSEWHERE)) continue;
      sent += 1;
      if (!ingest.isAway) drain.noteTaken(ELSEWHERE);
      else drain.noteFailure({ dsn: ELSEWHERE, receivedAt: 0, isConnection: true });
    }
    return sent;
  };
  return { drain, ingest, receive, deliveries };
}

describe('while another process delivers what is stored', () => {
  it('new envelopes find out that ingest is back within the longest pause', async () => {
    const { drain, ingest, receive } = await inOutage(ELSEWHERE);
    await receive(600);
    ingest.isAway = false;

    await receive(61);
    expect(drain.isOut(ELSEWHERE)).toBe(false);
    expect(await receive(10)).toBe(100);
  });

  it('few of them are sent during the outage: one in each pause', async () => {
    const { receive } = await inOutage(ELSEWHERE);

    const sent = await receive(600);
    expect(sent).toBeGreaterThan(8);
    expect(sent).toBeLessThan(20);
  });

  it('stored envelopes of other DSNs try ingest as before', async () => {
    const { drain, ingest, receive, deliveries } = await inOutage(ELSEWHERE, HERE);
    await receive(600);
    const alone = await inOutage(HERE);
    await alone.receive(600);

    expect(deliveries).toHaveLength(alone.deliveries.length);
    ingest.isAway = false;
    await receive(61);
    expect(drain.isOut(ELSEWHERE)).toBe(false);
  });
});
