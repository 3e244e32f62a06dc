import { createFakeClock, type FakeClock } from '@adit/testing';
import { createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import { answer, createStubTransport, readAll } from '../testing/stub-transport.helper.ts';
import { envelopeWith, NOW, post, startStubbed } from '../testing/stubbed-tunnel.helper.ts';

const DAY_MS = 86_400_000;

/** The result of each time measurement when the wall clock is set in the middle of it. */
const MEASURES: Readonly<Record<string, (clock: FakeClock, set: () => void) => Promise<unknown>>> = {
  'an upload': async (clock, set) => {
    const { tunnel } = startStubbed({
      clock,
      times: { bodyTimeoutMs: 10_000 },
      transport: createStubTransport(async ({ body }) => {
        await readAll(body);
        return answer();
      }),
    });
    // The first 90,000 bytes add 87 s.
    const envelope = envelopeWith(100_000);
    const response = post(tunnel, {
      body: (async function* () {
        yield envelope.subarray(0, 90_000);
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 20_000));
        yield envelope.subarray(90_000);
      })(),
    });
    await clock.advance(6_000);
    set();
    await clock.advance(20_000);
    return (await response).status;
  },
  'the time ingest takes': async (clock, set) => {
    const { tunnel, transport, outcomes } = startStubbed({ clock });
    const response = post(tunnel);
    await clock.advance(4_000);
    set();
    transport.sent[0]?.answer.resolve(answer());
    return [
      (await response).status,
      outcomes.map((outcome) => ('durationMs' in outcome ? outcome.durationMs : 0)),
    ];
  },
  'a limit of ingest': async (clock, set) => {
    const limited = answer({ status: 429, headers: { 'retry-after': '60' } });
    const { tunnel } = startStubbed({
      clock,
      transport: createStubTransport(() => Promise.resolve(limited)),
    });
    await post(tunnel);
    await clock.advance(20_000);
    set();
    const { status, headers } = await post(tunnel);
    await clock.advance(41_000);
    return [status, headers['retry-after'], tunnel.stats().limitedDsns];
  },
  'a throttle': async (clock, set) => {
    const throttle = createMemoryThrottle({ requests: 1, perMs: 60_000 });
    const transport = createStubTransport(() => Promise.resolve(answer()));
    const { tunnel } = startStubbed({ clock, throttle, transport });
    await post(tunnel);
    await clock.advance(20_000);
    set();
    const { status, headers } = await post(tunnel);
    return [status, headers['retry-after']];
  },
  'the age of what is stored': async (clock, set) => {
    let isUp = false;
    const transport = createStubTransport(() =>
      isUp ? Promise.resolve(answer()) : Promise.reject(new Error('no route')),
    );
    const { tunnel } = startStubbed({ clock, spool: createMemorySpool(), transport });
    await post(tunnel);
    await clock.advance(3_600_000);
    set();
    await clock.advance(120_000);
    isUp = true;
    await clock.advance(120_000);
    const { redelivered, discarded } = tunnel.stats();
    return [redelivered, discarded];
  },
};

const EXPECTED: Readonly<Record<string, unknown>> = {
  'an upload': 200,
  'the time ingest takes': [200, [4_000]],
  'a limit of ingest': [429, '40', 0],
  'a throttle': [429, '40'],
  'the age of what is stored': [1, {}],
};

describe.each(Object.keys(MEASURES))('%s', (measure) => {
  const measureWith = (clock: FakeClock, byMs: number): Promise<unknown> =>
    MEASURES[measure]!(clock, () => clock.setWall(byMs));

  it.each([0, DAY_MS, -DAY_MS])('is not changed by setting the wall clock by %d ms', async (byMs) => {
    expect(await measureWith(createFakeClock({ now: NOW }), byMs)).toEqual(EXPECTED[measure]);
  });

  it('is changed if it is measured by the wall clock (control)', async () => {
    const results = [DAY_MS, -DAY_MS].map(async (byMs) => {
      const naive = createFakeClock({ now: NOW });
      return await measureWith({ ...naive, monotonicNow: naive.now }, byMs);
    });
    expect(await Promise.all(results)).not.toEqual([EXPECTED[measure], EXPECTED[measure]]);
  });
});
