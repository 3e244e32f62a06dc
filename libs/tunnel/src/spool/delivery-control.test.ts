import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import type { StoredOutcome } from '../index.ts';
import { createMemorySpool } from '../stores/memory-spool.ts';
import { answer, chunksOf, createStubTransport } from '../../testing/stub-transport.contract.ts';
import { DSN, ENVELOPE, envelopeOf, post, startStubbed } from '../../testing/stubbed-tunnel.contract.ts';
import { addDropRule, type DropRule } from './drop-rules.ts';

const PROJECT = 'o450.ingest.sentry.io/4509';
const OTHER_DSN = TEST_DSNS.selfHosted;

/** A tunnel that has stored these envelopes, and whether its ingest is away. */
async function startStored(...bodies: readonly Uint8Array[]) {
  const ends: string[] = [];
  const ingest = { isOut: true };
  const stubbed = startStubbed({
    allowedDsns: [DSN, OTHER_DSN],
    spool: createMemorySpool({ maxBytes: 1_000_000 }),
    transport: createStubTransport(() =>
      ingest.isOut ? Promise.reject(new Error('no route')) : Promise.resolve(answer()),
    ),
    onStoredOutcome: (outcome: StoredOutcome) =>
      ends.push(outcome.kind === 'given-up' ? outcome.cause : outcome.kind),
  });
  for (const body of bodies) await post(stubbed.tunnel, { body: chunksOf(body) });
  return { ...stubbed, ends, ingest, delivery: stubbed.tunnel.delivery };
}

describe('delivery', () => {
  it('waits while it is paused, and goes on when it is resumed', async () => {
    const { tunnel, delivery, clock, ends, ingest } = await startStored(ENVELOPE);
    delivery.pause();
    ingest.isOut = false;
    await clock.advance(600_000);
    expect(ends).toEqual([]);
    expect(tunnel.stats().spool).toMatchObject({ isPaused: true, envelopes: 1 });

    delivery.resume();
    await clock.advance(60_000);
    expect(ends).toEqual(['redelivered']);
    expect(tunnel.stats().spool).toMatchObject({ isPaused: false, envelopes: 0 });
  });

  it('delivers without a pause, as a control', async () => {
    const { clock, ends, ingest } = await startStored(ENVELOPE);
    ingest.isOut = false;
    await clock.advance(60_000);
    expect(ends).toEqual(['redelivered']);
  });

  it('sends new envelopes while it is paused', async () => {
    const { tunnel, delivery, clock, ingest } = await startStored(ENVELOPE);
    delivery.pause();
    ingest.isOut = false;
    await clock.advance(60_000);
    await post(tunnel);
    expect(tunnel.stats()).toMatchObject({ forwarded: 1, spooled: 1 });
  });

  it('lets stored envelopes expire while it is paused', async () => {
    const { tunnel, delivery, clock, ends } = await startStored(ENVELOPE);
    delivery.pause();
    await clock.advance(86_500_000);
    expect(ends).toEqual(['expired']);
    expect(tunnel.stats().lost.expired).toBe(1);
  });

  it('tries at once when it is flushed', async () => {
    const { delivery, clock, ends, ingest } = await startStored(ENVELOPE);
    // After five failures the next attempt is a minute away.
    await clock.advance(120_000);
    ingest.isOut = false;
    await clock.advance(500);
    expect(ends).toEqual([]);
    delivery.flush();
    await clock.advance(500);
    expect(ends).toEqual(['redelivered']);
  });

  it('drops what is stored of one project, with a report, and nothing of another', async () => {
    const { tunnel, delivery, clock, ends } = await startStored(
      ENVELOPE,
      ENVELOPE,
      buildEnvelope({ dsn: OTHER_DSN, items: [{ type: 'event', payload: {} }] }),
    );
    expect(delivery.drop({ project: PROJECT })).toBe(1);
    await clock.advance(100);

    expect(ends).toEqual(['dropped', 'dropped']);
    const { givenUp, lost, discarded, spool } = tunnel.stats();
    expect([givenUp.dropped, spool?.envelopes]).toEqual([2, 1]);
    expect(discarded).toEqual({ cache_overflow: { error: 2 } });
    // An operator's decision is no loss.
    expect(Object.values(lost).every((count) => count === 0)).toBe(true);
  });

  it('drops only what was stored before', async () => {
    const { tunnel, delivery, clock, ends, ingest } = await startStored(ENVELOPE);
    delivery.drop({});
    await clock.advance(100);
    await post(tunnel);
    ingest.isOut = false;
    await clock.advance(120_000);
    expect(ends).toEqual(['dropped', 'redelivered']);
  });

  it('drops envelopes all of whose items are of the types', async () => {
    const { delivery, clock, ends, ingest } = await startStored(
      envelopeOf({ type: 'replay_event', payload: {} }, { type: 'replay_recording', payload: 'x' }),
      envelopeOf({ type: 'event', payload: {} }, { type: 'attachment', payload: 'x' }),
    );
    delivery.drop({ itemTypes: ['replay_event', 'replay_recording', 'attachment'] });
    await clock.advance(100);
    expect(ends).toEqual(['dropped']);
    ingest.isOut = false;
    await clock.advance(60_000);
    expect(ends).toEqual(['dropped', 'redelivered']);
  });

  it('drops nothing of a project that is not configured', async () => {
    const { delivery, clock, ends } = await startStored(ENVELOPE);
    expect(delivery.drop({ project: 'elsewhere.example/1' })).toBe(0);
    await clock.advance(100);
    expect(ends).toEqual([]);
  });

  it('has nothing to do without a spool', () => {
    const { delivery } = startStubbed().tunnel;
    delivery.pause();
    delivery.resume();
    delivery.flush();
    expect(delivery.drop({})).toBe(0);
  });
});

describe('addDropRule', () => {
  const rule = (untilMs: number) => ({ dsns: undefined, itemTypes: undefined, untilMs });

  it('keeps 16 rules, and none that can concern nothing any more', () => {
    let rules: readonly DropRule[] = [];
    for (let at = 0; at < 20; at += 1) rules = addDropRule(rules, rule(at), 1_000);
    expect(rules.map(({ untilMs }) => untilMs)).toEqual(Array.from({ length: 16 }, (_, index) => index + 4));
    expect(addDropRule(rules, rule(1_010), 1_000)).toHaveLength(11);
  });
});
