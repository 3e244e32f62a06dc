import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, TEST_DSNS, type FakeClock } from '@adit/testing';
import { createDiskSpool } from '@adit/spool/disk';
import { createMemorySpool } from '@adit/spool/memory';
import type { IngestAnswer } from '../index.ts';
import type { SpoolStore } from '@adit/spool';
import { answer, chunksOf, createStubTransport, readAll } from '../../testing/stub-transport.helper.ts';
import { DSN, post, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';

const named = (name: string, dsn: string = DSN): Uint8Array =>
  buildEnvelope({ dsn, header: { name }, items: [{ type: 'event', payload: {} }] });
const nameOf = (body: Buffer): string => /"name":"([^"]*)"/.exec(body.toString())?.[1] ?? '';

/** Advances the clock until a condition holds; the disk uses real time. */
async function run(clock: FakeClock, isSo: () => boolean): Promise<void> {
  while (!isSo()) await clock.advance(100);
}

/** A tunnel over a spool, and an ingest that answers 504 to envelopes whose names begin with `poison`. */
function start(spool: SpoolStore, options: { readonly isOut?: () => boolean } = {}) {
  const taken: string[] = [];
  const tried: string[] = [];
  const reports: string[] = [];
  const transport = createStubTransport(async ({ body }): Promise<IngestAnswer> => {
    const bytes = await readAll(body);
    if (bytes.includes('client_report')) {
      reports.push(bytes.toString());
      return answer();
    }
    const name = nameOf(bytes);
    tried.push(name);
    if (options.isOut?.() === true || name.startsWith('poison')) return answer({ status: 504 });
    taken.push(name);
    return answer();
  });
  const stubbed = startStubbed({
    transport,
    spool,
    allowedDsns: [DSN, TEST_DSNS.regional],
  });
  const send = async (name: string, dsn?: string): Promise<number> =>
    (await post(stubbed.tunnel, { body: chunksOf(named(name, dsn)) })).status;
  return { ...stubbed, taken, tried, reports, send };
}

describe('one envelope that ingest answers 504', () => {
  it('is no outage: the next ones are sent at once', async () => {
    const { tunnel, send, taken, outcomes } = start(createMemorySpool());
    expect([await send('poison'), await send('a'), await send('b')]).toEqual([200, 200, 200]);
    expect(taken).toEqual(['a', 'b']);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['spooled', 'forwarded', 'forwarded']);
    expect(tunnel.stats().spool?.isOut).toBe(false);
  });

  it('is one with a second, different one: the next are stored at once', async () => {
    let isOut = true;
    const { tunnel, clock, send, taken, tried } = start(createMemorySpool(), { isOut: () => isOut });
    for (const name of ['a', 'b', 'c']) await send(name);
    expect([tried, tunnel.stats().spool]).toMatchObject([['a', 'b'], { envelopes: 3, isOut: true }]);
    isOut = false;
    await clock.advance(2_000);
    expect(taken).toEqual(['a', 'b', 'c']);
  });

  it('is tried again a second later', async () => {
    const { clock, send, tried } = start(createMemorySpool());
    await send('poison');
    await clock.advance(999);
    expect(tried).toEqual(['poison']);
    await clock.advance(1);
    expect(tried).toEqual(['poison', 'poison']);
  });

  it.each([86_400_000, -86_400_000])(
    'keeps its age when it is put aside after the clock was set by %d ms',
    async (byMs) => {
      const spool = createMemorySpool();
      const { clock, send } = start(spool);
      await send('poison');
      await clock.advance(1_000);
      clock.setWall(byMs);
      while (!spool.pendingDsns().join().endsWith(' aside 1')) {
        await send('a');
        await clock.advance(1_000);
      }
      const { receivedAt = 0 } = (await spool.peek(String(spool.pendingDsns()[0]))) ?? {};
      expect(clock.now() - receivedAt).toBe(clock.monotonicNow());
    },
  );

  it('is reported and told once it is given up, and holds up no other DSN', async () => {
    const { tunnel, clock, send, taken, reports, ends } = start(createMemorySpool());
    await send('poison');
    for (let minute = 0; minute < 100; minute += 1) {
      await send(`a${minute}`);
      await send(`b${minute}`, TEST_DSNS.regional);
      await clock.advance(60_000);
    }
    expect(taken).toHaveLength(200);
    expect(tunnel.stats()).toMatchObject({
      givenUp: { expired: 0, refused: 0, failing: 1 },
      discarded: { send_error: { error: 1 } },
      spool: { envelopes: 0 },
    });
    expect(ends).toMatchObject([{ kind: 'given-up', cause: 'failing', status: 504 }]);
    await clock.advance(60_000);
    expect(reports.join()).toContain('"reason":"send_error","category":"error","quantity":1');
  });
});

describe('a spool on disk', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'poison-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('knows after a restart how often an envelope was put aside, and keeps the order of the others', async () => {
    let isOut = true;
    const spool = await createDiskSpool({ directory });
    const first = start(spool, { isOut: () => isOut });
    for (const name of ['poison', 'a', 'b']) await first.send(name);
    isOut = false;
    await run(first.clock, () => first.taken.length === 2 && spool.pendingDsns().join().endsWith(' aside 1'));
    await first.tunnel.close();

    const reopened = await createDiskSpool({ directory });
    expect(reopened.pendingDsns().join()).toMatch(/ aside 1$/);
    const second = start(reopened);
    await second.send('c');
    await run(second.clock, () => second.tried.includes('poison'));
    await second.send('d');
    await run(second.clock, () => reopened.pendingDsns().join().endsWith(' aside 2'));
    expect([first.taken, second.taken]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    await second.tunnel.close();
  });
});
