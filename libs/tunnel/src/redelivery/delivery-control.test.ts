import { buildEnvelope, TEST_DSNS } from '@adit/testing';
import { createMemorySpool } from '@adit/spool/memory';
import { answer, chunksOf, createStubTransport } from '../../testing/stub-transport.helper.ts';
import { DSN, ENVELOPE, envelopeOf, post, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';

const PROJECT = 'o450.ingest.sentry.io/4509';
const OTHER_DSN = TEST_DSNS.selfHosted;

/** A tunnel that has stored these envelopes, and a switch for the outage of its ingest. */
async function startStored(...bodies: readonly Uint8Array[]) {
  const ingest = { isOut: true };
  const stubbed = startStubbed({
    allowedDsns: [DSN, OTHER_DSN],
    spool: createMemorySpool({ maxBytes: 1_000_000 }),
    transport: createStubTransport(() =>
      ingest.isOut ? Promise.reject(new Error('no route')) : Promise.resolve(answer()),
    ),
  });
  for (const body of bodies) await post(stubbed.tunnel, { body: chunksOf(body) });
  const endsOf = (): string[] =>
    stubbed.ends.map((outcome) => (outcome.kind === 'given-up' ? outcome.cause : outcome.kind));
  return { ...stubbed, endsOf, ingest, delivery: stubbed.tunnel.delivery };
}

describe('delivery', () => {
  it('waits while it is paused, and goes on when it is resumed', async () => {
    const { tunnel, delivery, clock, endsOf, ingest } = await startStored(ENVELOPE);
    delivery.pause();
    ingest.isOut = false;
    await clock.advance(600_000);
    expect(endsOf()).toEqual([]);
    expect(tunnel.stats().spool).toMatchObject({ isPaused: true, envelopes: 1 });

    delivery.resume();
    await clock.advance(60_000);
    expect(endsOf()).toEqual(['redelivered']);
    expect(tunnel.stats().spool).toMatchObject({ isPaused: false, envelopes: 0 });
  });

  it('delivers without a pause, as a control', async () => {
    const { clock, endsOf, ingest } = await startStored(ENVELOPE);
    ingest.isOut = false;
    await clock.advance(60_000);
    expect(endsOf()).toEqual(['redelivered']);
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
    const { tunnel, delivery, clock, endsOf } = await startStored(ENVELOPE);
    delivery.pause();
    await clock.advance(86_500_000);
    expect(endsOf()).toEqual(['expired']);
    expect(tunnel.stats().lost.expired).toBe(1);
  });

  it('tries at once when it is flushed', async () => {
    const { delivery, clock, endsOf, ingest } = await startStored(ENVELOPE);
    // After five failures the next attempt is a minute away.
    await clock.advance(120_000);
    ingest.isOut = false;
    await clock.advance(500);
    expect(endsOf()).toEqual([]);
    delivery.flush();
    await clock.advance(500);
    expect(endsOf()).toEqual(['redelivered']);
  });

  it('drops what is stored of one project, with a report, and nothing of another', async () => {
    const { tunnel, delivery, clock, endsOf } = await startStored(
      ENVELOPE,
      ENVELOPE,
      buildEnvelope({ dsn: OTHER_DSN, items: [{ type: 'event', payload: {} }] }),
    );
    expect(delivery.drop({ project: PROJECT })).toBe(1);
    await clock.advance(100);

    expect(endsOf()).toEqual(['dropped', 'dropped']);
    const { givenUp, lost, discarded, spool } = tunnel.stats();
    expect([givenUp.dropped, spool?.envelopes]).toEqual([2, 1]);
    expect(discarded).toEqual({ cache_overflow: { error: 2 } });
    // A decision of the operator is not a loss.
    expect(Object.values(lost).every((count) => count === 0)).toBe(true);
  });

  it('drops only what was stored before', async () => {
    const { tunnel, delivery, clock, endsOf, ingest } = await startStored(ENVELOPE);
    delivery.drop({});
    await clock.advance(100);
    await post(tunnel);
    ingest.isOut = false;
    await clock.advance(120_000);
    expect(endsOf()).toEqual(['dropped', 'redelivered']);
  });

  it('drops envelopes all of whose items are of the types', async () => {
    const { delivery, clock, endsOf, ingest } = await startStored(
      envelopeOf({ type: 'replay_event', payload: {} }, { type: 'replay_recording', payload: 'x' }),
      envelopeOf({ type: 'event', payload: {} }, { type: 'attachment', payload: 'x' }),
    );
    delivery.drop({ itemTypes: ['replay_event', 'replay_recording', 'attachment'] });
    await clock.advance(100);
    expect(endsOf()).toEqual(['dropped']);
    ingest.isOut = false;
    await clock.advance(60_000);
    expect(endsOf()).toEqual(['dropped', 'redelivered']);
  });

  it('drops nothing of a project that is not configured', async () => {
    const { delivery, clock, endsOf } = await startStored(ENVELOPE);
    expect(delivery.drop({ project: 'elsewhere.example/1' })).toBe(0);
    await clock.advance(100);
    expect(endsOf()).toEqual([]);
  });

  it('has nothing to do without a spool', () => {
    const { delivery } = startStubbed().tunnel;
    delivery.pause();
    delivery.resume();
    delivery.flush();
    expect(delivery.drop({})).toBe(0);
  });
});
