import { createFakeClock } from '@adit/testing';
import { createMemorySpool } from '../stores/memory-spool.ts';
import { createDrain, type DrainOptions } from './drain.ts';

const DSN = 'https://a@one.example/1';

/** A drain that is held, and the outcomes of the envelopes stored for it. */
async function createHeldDrain(options: Partial<DrainOptions> = {}) {
  const clock = createFakeClock();
  const spool = createMemorySpool();
  const delivered: string[] = [];
  const drain = createDrain({
    spool,
    clock,
    deliver: async ({ dsn }) => {
      delivered.push(dsn);
      return { kind: 'delivered' };
    },
    destinationOf: (dsn) => new URL(dsn).host,
    ...options,
  });
  drain.start();
  drain.hold(true);
  for (const text of ['1', '2']) {
    await spool.append({ dsn: DSN, receivedAt: clock.now(), fields: {}, body: Buffer.from(text) });
    drain.wake(DSN);
  }
  await clock.advance(1_000);
  return { clock, spool, drain, delivered };
}

it('sends nothing while it is held, and everything afterwards', async () => {
  const { clock, spool, drain, delivered } = await createHeldDrain();
  expect([drain.isHeld(), delivered]).toEqual([true, []]);
  drain.hold(false);
  await clock.advance(1_000);
  expect([delivered.length, spool.depth().envelopes]).toEqual([2, 0]);
});

it('drops what it is told to, also while it is held', async () => {
  const { clock, spool, drain, delivered } = await createHeldDrain();
  drain.drop({ dsns: new Set([DSN]), itemTypes: undefined });
  await clock.advance(1_000);
  expect([delivered.length, spool.depth().envelopes]).toEqual([0, 0]);
});

it('keeps an envelope whose types cannot be read', async () => {
  const { clock, spool, drain } = await createHeldDrain({
    typesOf: () => Promise.reject(new Error('broken')),
  });
  drain.drop({ dsns: undefined, itemTypes: new Set(['event']) });
  await clock.advance(1_000);
  expect(spool.depth().envelopes).toBe(2);
});

it('sends at once what waits for the end of an outage if it is hurried', async () => {
  let isAway = true;
  const { clock, spool, drain } = await createHeldDrain({
    deliver: async () => (isAway ? { kind: 'retry', failed: 'connection' } : { kind: 'delivered' }),
  });
  drain.hold(false);
  await clock.advance(300_000);
  isAway = false;
  drain.flush();
  await clock.advance(10);
  expect(spool.depth().envelopes).toBe(0);
});
