import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMemorySpool } from '@adit/spool/memory';
import { buildEnvelope, createFakeClock } from '@adit/testing';
import { createTunnel } from './tunnel.ts';
import { DSN, NOW, settled } from '../testing/stubbed-tunnel.helper.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('an hour without ingest', () => {
  // `npm test -- long` sends fifty thousand.
  const ENVELOPES = process.env['ADIT_LONG_TESTS'] === '1' ? 50_000 : 10_000;
  const FIRST = ENVELOPES / 10;
  const PAUSE_MS = 3_600_000 / 100;
  const MAX_BYTES = 1_048_576;
  const { username: key, host, pathname } = new URL(DSN);
  const URL_OF_INGEST = `https://${host}/api${pathname}/envelope/?sentry_key=${key}`;

  /** The memory in use after a collection, in bytes. */
  const measure = async (): Promise<number> => {
    await settled();
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };

  it('fills the spool and nothing else, and counts what is lost', async () => {
    const spool = createMemorySpool({ maxBytes: MAX_BYTES });
    const clock = createFakeClock({ now: NOW });
    // Not the stubs: they keep what they see.
    const tunnel = createTunnel({
      allowedDsns: [DSN],
      transport: {
        send: () => ({ answer: Promise.reject(new Error('no route')), abort: () => undefined }),
      },
      spool,
      clock,
      tell: () => undefined,
    });
    const sendAll = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) {
        const bytes = buildEnvelope({
          items: [{ type: 'event', payload: { message: `${sent}`.padEnd(1_000) } }],
        });
        const sendDirectly = (): Promise<never> => Promise.reject(new Error('no route'));
        await tunnel.send({ bytes, url: URL_OF_INGEST, sendDirectly });
        if (sent % (ENVELOPES / 100) === 0) await clock.advance(PAUSE_MS);
      }
    };
    await sendAll(FIRST);
    const early = await measure();
    await sendAll(ENVELOPES - FIRST);
    const late = await measure();

    const { lost, spooled } = tunnel.stats();
    const allLost = Object.values(lost).reduce((total, count) => total + count, 0);
    expect(spool.depth().bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(lost['spool-full']).toBeGreaterThan(ENVELOPES * 0.8);
    expect(spooled + allLost).toBe(ENVELOPES);
    expect(late - early).toBeLessThan(2 * MAX_BYTES);
  });
});
