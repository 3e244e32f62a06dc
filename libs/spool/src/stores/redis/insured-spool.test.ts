import {
  bodyOf,
  describeSpoolStore,
  drainTexts,
  inChunks,
  type SpoolBounds,
} from '../../../testing/spool-store.contract.ts';
import { describeWithRedis, useRedis } from '../../../testing/redis/redis-server.helper.ts';
import { createMemorySpool } from '../memory-spool.ts';
import { SpoolElsewhereError, type SpoolStore } from '../stores.ts';
import { createInsuredSpool } from './insured-spool.ts';
import { createRedisSpool } from './redis-spool.ts';

const A = 'https://a@one.example/1';

const put = (spool: SpoolStore, text: string): Promise<void> =>
  spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.from(text) });

/** A spool in memory that can be made to fail. */
function failingSpool(): { store: SpoolStore; fail: (error: Error | undefined) => void } {
  const memory = createMemorySpool();
  let failure: Error | undefined;
  const fails = async <T>(work: () => Promise<T>): Promise<T> => {
    if (failure !== undefined) throw failure;
    return work();
  };
  return {
    store: {
      ...memory,
      append: (envelope) => fails(() => memory.append(envelope)),
      peek: (dsn) => fails(() => memory.peek(dsn)),
      remove: (dsn) => fails(() => memory.remove(dsn)),
    },
    fail: (error) => {
      failure = error;
    },
  };
}

/** Its shared spool is away. That has the envelope that was shown, the insurance has one that came since. */
async function spoolWithBoth() {
  const { store, fail } = failingSpool();
  const spool = createInsuredSpool({ shared: store, insurance: createMemorySpool() });
  await put(spool, 'shared');
  await spool.peek(A);
  fail(new Error('away'));
  await put(spool, 'here');
  return { spool, fail };
}

describeSpoolStore('createInsuredSpool, with its insurance unused', (bounds) =>
  createInsuredSpool({ shared: createMemorySpool(bounds), insurance: createMemorySpool({ maxBytes: 1 }) }),
);
/** Only the insurance stores. */
const onInsurance = (bounds?: SpoolBounds): SpoolStore => {
  const { store, fail } = failingSpool();
  fail(undefined);
  const refusing = { ...store, append: () => Promise.reject(new Error('away')) };
  return createInsuredSpool({ shared: refusing, insurance: createMemorySpool(bounds) });
};
describeSpoolStore('createInsuredSpool, with its shared spool failing', onInsurance);

describe('createInsuredSpool', () => {
  it('stores here what the shared spool fails to store, and delivers both', async () => {
    const { store, fail } = failingSpool();
    const spool = createInsuredSpool({ shared: store, insurance: createMemorySpool() });
    await put(spool, 'shared');
    fail(new Error('away'));
    await put(spool, 'here');
    await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: inChunks('in ', 'pieces') });
    fail(undefined);
    expect(spool.depth().envelopes).toBe(3);
    expect(await drainTexts(spool, A)).toEqual(['here', 'in pieces', 'shared']);
    expect(spool.pendingDsns()).toEqual([]);
  });

  it('delivers from here while the shared spool fails, and fails once nothing is left here', async () => {
    const { store, fail } = failingSpool();
    const spool = createInsuredSpool({ shared: store, insurance: createMemorySpool() });
    await put(spool, 'shared');
    fail(new Error('away'));
    await put(spool, 'here');
    await expect(drainTexts(spool, A)).rejects.toThrow('away');
    expect(spool.depth().envelopes).toBe(1);
  });

  it('removes what it has shown, even if the other spool has got an envelope since', async () => {
    const { spool, fail } = await spoolWithBoth();
    fail(undefined);
    await spool.remove(A);
    expect(await drainTexts(spool, A)).toEqual(['here']);
  });

  it('tells that another process delivers before it goes on with what is here', async () => {
    const { spool, fail } = await spoolWithBoth();
    fail(new SpoolElsewhereError('the lease has passed'));
    await expect(spool.peek(A)).rejects.toBeInstanceOf(SpoolElsewhereError);
    expect((await spool.peek(A))?.bytes).toBe('here'.length);
  });
});

it('says how many it has removed of several, or has removed none: each second removal fails', async () => {
  const { store, fail } = failingSpool();
  let calls = 0;
  const remove = (dsn: string): Promise<void> => {
    calls += 1;
    fail(calls % 2 === 0 ? new Error('EIO') : undefined);
    return store.remove(dsn).finally(() => {
      fail(undefined);
    });
  };
  const refusing = { ...createMemorySpool(), append: () => Promise.reject(new Error('away')) };
  const spool = createInsuredSpool({ shared: refusing, insurance: { ...store, remove } });
  for (let index = 0; index < 20; index += 1) await put(spool, `envelope ${index}`);
  for (let left = 20; left > 0;) {
    const removed = (await spool.removeMany?.(A, 5).catch(() => 0)) ?? 0;
    left -= removed;
    expect(spool.depth().envelopes).toBe(left);
  }
});

describeWithRedis('createInsuredSpool over Redis', () => {
  const server = useRedis();

  it('acknowledges every envelope while Redis stands still, and delivers each at least once', async () => {
    const redis = await server.connect({ deadlineMs: 200 });
    const spool = createInsuredSpool({
      shared: await createRedisSpool({ redis }),
      insurance: createMemorySpool(),
    });
    const texts = Array.from({ length: 30 }, (_, index) => `envelope ${index}`);
    for (const text of texts.slice(0, 10)) await put(spool, text);
    server.kill('SIGSTOP');
    for (const text of texts.slice(10, 20)) await put(spool, text);
    server.kill('SIGCONT');
    for (const text of texts.slice(20)) await put(spool, text);

    const delivered = new Set<string>();
    while (delivered.size < texts.length) {
      try {
        const body = await bodyOf(await spool.peek(A));
        if (body !== undefined) delivered.add(String(body));
        await spool.remove(A);
      } catch {
        // Redis still counts as away for a while.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    expect([...delivered].sort()).toEqual([...texts].sort());
    await spool.close();
  });
});

describe('an insured spool of stores that say less', () => {
  const { append, pendingDsns, peek, remove, depth, close } = createMemorySpool();
  const bare: SpoolStore = { append, pendingDsns, peek, remove, depth, close };

  it('knows no bound and no loss, and watches nothing', async () => {
    const spool = createInsuredSpool({ shared: bare, insurance: bare });
    spool.watch?.(() => undefined);
    expect([spool.maxBytes, spool.lost?.()]).toEqual([0, 0]);
    await put(spool, 'a');
    expect(await spool.peekBehind?.(A, 1)).toBeUndefined();
  });

  it('removes and looks behind what nobody has peeked at yet', async () => {
    const spool = createInsuredSpool({ shared: createMemorySpool(), insurance: createMemorySpool() });
    for (const text of ['a', 'b', 'c']) await put(spool, text);
    await spool.remove(A);
    expect(spool.depth().envelopes).toBe(2);
    expect(await spool.peekBehind?.(A, 1)).toBeDefined();
    await spool.remove('https://other@one.example/2');
    expect(spool.depth().envelopes).toBe(2);
  });
});
