import {
  ALL_DELIVERED_ONCE,
  createDeliveryIngest,
  deliverAfterOutage,
  deliverThroughLimits,
  type DeliverySubject,
} from './delivery-rows.ts';

/** The smallest tunnel that keeps envelopes that ingest does not accept. It makes one delivery in each step. */
function createSubject({ max = Infinity, isFinal = false, copies = 1 } = {}) {
  const ingest = createDeliveryIngest();
  const waiting: string[] = [];
  let steps = 0;
  const subject: DeliverySubject = {
    ingest,
    send: (name) => {
      if (ingest.receive(`{"message":"${name}"}`).status === 200) return Promise.resolve(200);
      if (waiting.length >= max) return Promise.resolve(503);
      for (let copy = 0; copy < copies; copy += 1) waiting.push(name);
      return Promise.resolve(200);
    },
    pass: () => {
      steps += 1;
      const name = waiting.shift();
      if (name !== undefined) {
        const { status } = ingest.receive(name);
        if (status !== 200 && !isFinal) waiting.push(name);
      }
      return Promise.resolve(steps < 1_000);
    },
    settle: async () => {
      while (waiting.length > 0) await subject.pass();
    },
  };
  return subject;
}

const ROWS = [
  ['through limits', deliverThroughLimits, 60],
  ['after an outage', deliverAfterOutage, 50],
] as const;

describe.each(ROWS)('what is delivered %s', (_name, deliver, count) => {
  it('arrives once', async () => {
    const subject = createSubject();
    expect(await deliver(subject)).toEqual(ALL_DELIVERED_ONCE);
    expect(subject.ingest.taken).toHaveLength(count);
  });

  it('is missed where the tunnel gives up (control)', async () => {
    const { missing } = await deliver(createSubject({ isFinal: true }));
    expect(missing.length).toBeGreaterThan(0);
  });

  it('is noticed where it arrives twice (control)', async () => {
    const { twice } = await deliver(createSubject({ copies: 2 }));
    expect(twice.length).toBeGreaterThan(0);
  });

  it('is noticed where the tunnel refuses it (control)', async () => {
    const { refused } = await deliver(createSubject({ max: 10 }));
    expect(refused.length).toBeGreaterThan(0);
  });
});

it('an ingest answers 200 to what has no name, and notes nothing', () => {
  const ingest = createDeliveryIngest();
  expect(ingest.receive('{"type":"client_report"}')).toEqual({ status: 200 });
  expect(ingest.arrived).toEqual([]);
});
