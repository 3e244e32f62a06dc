import {
  ALL_DELIVERED_ONCE,
  buildEnvelope,
  createDeliveryIngest,
  createFakeClock,
  deliverAfterOutage,
  deliverThroughLimits,
  type DeliverySubject,
} from '@adit/testing';
import { createTunnel, type IngestTransport } from '../src/index.ts';
import type { SpoolStore } from '@adit/spool';
import { answer, chunksOf, createStubTransport, readAll } from './stub-transport.helper.ts';
import { DSN, NOW, post } from './stubbed-tunnel.helper.ts';

/** Three limits of two seconds, and the first pauses of an outage. A limit of a day is far longer. */
const PATIENCE_MS = 20_000;

/** How long the tunnel is watched for repeated deliveries, in milliseconds. */
const SETTLE_MS = 120_000;

const STEP_MS = 50;

/** Tests of a tunnel with any store while ingest limits it or is unavailable. */
export function describeDelivery(name: string, create: () => SpoolStore | Promise<SpoolStore>): void {
  describe(`a tunnel on ${name}`, () => {
    it.each([
      ['of which each twentieth meets a limit', deliverThroughLimits],
      ['after ingest has answered 500', deliverAfterOutage],
    ])('delivers stored envelopes %s, each once, as soon as it may', async (_, deliver) => {
      const { subject, stop } = startDelivery(await create());
      expect(await deliver(subject)).toEqual(ALL_DELIVERED_ONCE);
      await stop();
    });
  });
}

/** A tunnel with a store. Its clock stops while the store works, so the speed of the machine does not matter. */
export function startDelivery(
  spool: SpoolStore,
  interpose: (transport: IngestTransport) => IngestTransport = (transport) => transport,
): { readonly subject: DeliverySubject; readonly stop: () => Promise<void> } {
  const clock = createFakeClock({ now: NOW });
  const ingest = createDeliveryIngest();
  const work = { count: 0 };
  const transport = createStubTransport(async ({ body }) =>
    answer(ingest.receive((await readAll(body)).toString())),
  );
  const tunnel = createTunnel({
    allowedDsns: [DSN],
    transport: interpose(transport),
    clock,
    spool: watchWork(spool, work),
  });
  const idle = async (): Promise<void> => {
    for (let turns = 0; turns < 3; turns = work.count > 0 ? 0 : turns + 1) await new Promise(setImmediate);
  };
  const pass = async (): Promise<boolean> => {
    await idle();
    await clock.advance(STEP_MS);
    return clock.monotonicNow() < PATIENCE_MS;
  };
  return {
    subject: {
      ingest,
      pass,
      send: async (message) => {
        const body = buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message } }] });
        return (await post(tunnel, { body: chunksOf(body) })).status;
      },
      settle: async () => {
        for (const endMs = clock.monotonicNow() + SETTLE_MS; clock.monotonicNow() < endMs;) await pass();
      },
    },
    stop: async () => {
      await tunnel.close();
    },
  };
}

/** The same store, counting the calls that have not ended. */
function watchWork(spool: SpoolStore, work: { count: number }): SpoolStore {
  const during = async <T>(begun: Promise<T>): Promise<T> => {
    work.count += 1;
    try {
      return await begun;
    } finally {
      work.count -= 1;
    }
  };
  const { peekBehind } = spool;
  return {
    ...spool,
    append: (envelope) => during(spool.append(envelope)),
    peek: async (dsn) => {
      const entry = await during(spool.peek(dsn));
      return entry && { ...entry, read: () => readDuring(entry.read(), during) };
    },
    peekBehind: (dsn, behind) => during(peekBehind?.(dsn, behind) ?? Promise.resolve(undefined)),
    remove: (dsn) => during(spool.remove(dsn)),
  };
}

async function* readDuring(
  body: AsyncIterable<Uint8Array>,
  during: <T>(begun: Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await during(chunks.next());
    if (next.done === true) return;
    yield next.value;
  }
}
