import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_DELIVERED_ONCE, deliverAfterOutage, deliverThroughLimits } from '@adit/testing';
import { describeWithRedis, startRedis, type RedisServer } from '@adit/testing/redis-server';
import type { SpoolStore } from '@adit/spool';
import { createDiskSpool } from '@adit/spool/disk';
import { createMemorySpool } from '@adit/spool/memory';
import { createInsuredSpool, createRedis, createRedisSpool } from '@adit/spool/redis';
import { describeDelivery, startDelivery } from '../../testing/delivery.contract.ts';
import type { IngestAnswer, IngestTransport } from '../index.ts';

describeDelivery('createMemorySpool', createMemorySpool);

describe('on disk', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'adit-delivery-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  // Segments of a few envelopes.
  describeDelivery('createDiskSpool', () =>
    createDiskSpool({ directory: join(directory, 'spool'), maxSegmentBytes: 2_000 }),
  );
});

describeDelivery('createInsuredSpool, with its shared spool failing', () =>
  createInsuredSpool({
    shared: { ...createMemorySpool(), append: () => Promise.reject(new Error('away')) },
    insurance: createMemorySpool(),
  }),
);

describeWithRedis('on Redis', () => {
  let server: RedisServer;
  beforeAll(async () => (server = await startRedis()));
  afterAll(() => server.stop());
  describeDelivery('createRedisSpool', async () =>
    createRedisSpool({
      redis: createRedis({
        client: await server.open(),
        prefix: `delivery-${Math.random()}:`,
        deadlineMs: 60_000,
      }),
    }),
  );
});

describe('a tunnel that does not deliver (control)', () => {
  /** Replaces the answers of ingest that the tunnel reads. */
  const changing =
    (change: (answer: IngestAnswer) => IngestAnswer) =>
    (transport: IngestTransport): IngestTransport => ({
      ...transport,
      send: (request) => {
        const { answer, abort } = transport.send(request);
        return { answer: answer.then(change), abort };
      },
    });
  const reading = (from: number, to: number) =>
    changing((answer) => (answer.status === from ? { ...answer, status: to } : answer));
  const onlyLongestLimit = changing((answer) => ({
    ...answer,
    header: (name) =>
      name === 'x-sentry-rate-limits' && answer.status === 429 ? '86400::organization' : answer.header(name),
  }));
  /** A store that keeps every seventh envelope that it should remove. */
  const forgetful = (spool: SpoolStore): SpoolStore => {
    let calls = 0;
    return {
      ...spool,
      remove: (dsn) => ((calls += 1) % 7 === 0 ? Promise.resolve() : spool.remove(dsn)),
    };
  };

  it.each([
    [
      'takes a 429 for the last word',
      deliverThroughLimits,
      reading(429, 200),
      { missing: ['<20>', '<40>', '<60>'] },
    ],
    [
      'obeys the longest limit of any category',
      deliverThroughLimits,
      onlyLongestLimit,
      { missing: expect.arrayContaining(['<20>', '<60>']) as string[] },
    ],
    [
      'takes a 500 for the last word',
      deliverAfterOutage,
      reading(500, 400),
      {
        refused: expect.arrayContaining(['<1>', '<50>']) as string[],
        missing: expect.arrayContaining(['<1>']) as string[],
      },
    ],
  ])('%s', async (_, deliver, interpose, seen) => {
    const { subject, stop } = startDelivery(createMemorySpool(), interpose);
    expect(await deliver(subject)).toMatchObject(seen);
    await stop();
  });

  it('is on a store that does not always remove', async () => {
    const { subject, stop } = startDelivery(forgetful(createMemorySpool()));
    const { twice, ...others } = await deliverAfterOutage(subject);
    expect(twice.length).toBeGreaterThan(0);
    expect(others).toMatchObject({ refused: ALL_DELIVERED_ONCE.refused, missing: [] });
    await stop();
  });
});
