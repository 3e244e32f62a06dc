import { until } from '@adit/testing';
import { openStorage } from '../../../testing/durable-storage.helper.ts';
import { bodyOf, describeSpoolStore, drainTexts, inChunks } from '../../../testing/spool-store.contract.ts';
import { createDurableSpool, type DurableSpool, type DurableStorage } from '../durable-object.ts';

const A = 'a@one.example:/1';

describeSpoolStore('createDurableSpool', async (bounds) => {
  const { storage } = await openStorage();
  return createDurableSpool({ storage, ...bounds });
});

describe('createDurableSpool', () => {
  const put = (spool: DurableSpool, text: string, dsn = A): Promise<void> =>
    spool.append({ dsn, receivedAt: 7, fields: { 'user-agent': 'x' }, body: Buffer.from(text) });
  const keys = ({ kv }: DurableStorage): string[] => [...kv.list({ prefix: '' })].map(([key]) => key);

  it('finds what an object stored that has left the memory, in order', async () => {
    const { storage } = await openStorage();
    const first = createDurableSpool({ storage });
    for (const text of ['a1', 'a2', 'a3']) await put(first, text);
    await put(first, 'b1', 'b@two.example:/2');
    await first.remove(A);
    const second = createDurableSpool({ storage });
    expect(second.depth()).toEqual(first.depth());
    expect([...second.pendingDsns()].sort()).toEqual([A, 'b@two.example:/2']);
    await put(second, 'a4');
    expect(await second.peek(A)).toMatchObject({ receivedAt: 7, fields: { 'user-agent': 'x' }, bytes: 2 });
    expect(await drainTexts(second, A)).toEqual(['a2', 'a3', 'a4']);
    await second.remove('b@two.example:/2');
    expect([second.depth(), keys(storage)]).toEqual([{ envelopes: 0, bytes: 0 }, []]);
  });

  it('counts what it finds against its bound', async () => {
    const { storage } = await openStorage();
    await put(createDurableSpool({ storage }), 'x'.repeat(5_000));
    const spool = createDurableSpool({ storage, maxBytes: 6_000 });
    await expect(put(spool, 'x'.repeat(1_000))).rejects.toThrow('the spool holds its 6000 bytes');
    await spool.remove(A);
    await put(spool, 'x'.repeat(1_000));
  });

  it('removes the beginning of a body that the object did not live to see the end of', async () => {
    const { storage } = await openStorage();
    const body = (async function* () {
      yield* inChunks(Buffer.alloc(300_000), Buffer.alloc(300_000));
      await new Promise(() => undefined);
    })();
    void createDurableSpool({ storage }).append({ dsn: A, receivedAt: 7, fields: {}, body });
    await until(() => keys(storage).length >= 5);
    const spool = createDurableSpool({ storage });
    expect([spool.depth(), keys(storage)]).toEqual([{ envelopes: 0, bytes: 0 }, []]);
    await put(spool, 'next');
    expect(await drainTexts(spool, A)).toEqual(['next']);
  });

  it('keeps DSNs apart whose names begin alike', async () => {
    const { storage } = await openStorage();
    const spool = createDurableSpool({ storage });
    await put(spool, 'path', `${A}/1`);
    await put(spool, 'aside', `${A} aside 1`);
    expect(await spool.peek(A)).toBeUndefined();
    expect(await drainTexts(spool, `${A}/1`)).toEqual(['path']);
    expect(await drainTexts(spool, `${A} aside 1`)).toEqual(['aside']);
  });

  it('sets an alarm while envelopes wait', async () => {
    const nowMs = Date.now() + 3_600_000;
    const { storage, alarm } = await openStorage();
    const spool = createDurableSpool({ storage, now: () => nowMs });
    expect(await alarm()).toBeNull();
    await put(spool, 'a1');
    expect(await alarm()).toBe(nowMs + 30_000);
    const later = createDurableSpool({ storage, now: () => nowMs + 60_000 });
    later.onAlarm();
    expect(await alarm()).toBe(nowMs + 90_000);
    await later.remove(A);
    const empty = createDurableSpool({ storage, now: () => nowMs + 120_000 });
    empty.onAlarm();
    expect(await alarm()).toBe(nowMs + 90_000);
  });

  it('tries again to set an alarm that could not be set', async () => {
    const { storage } = await openStorage();
    const set = jest.fn(() => Promise.reject(new Error('the storage is away')));
    const spool = createDurableSpool({ storage: { kv: storage.kv, setAlarm: set } });
    await put(spool, 'a1');
    await new Promise(setImmediate);
    await put(spool, 'a2');
    expect(set).toHaveBeenCalledTimes(2);
    expect(await drainTexts(spool, A)).toEqual(['a1', 'a2']);
  });

  it('fails at an envelope of which a part is gone', async () => {
    const { storage } = await openStorage();
    const spool = createDurableSpool({ storage });
    await put(spool, 'x'.repeat(300_000));
    const [lost = ''] = keys(storage).filter((key) => key.endsWith('/1'));
    storage.kv.delete(lost);
    await expect(bodyOf(await spool.peek(A))).rejects.toThrow('lost a part');
  });

  it.each([undefined, {}, { setAlarm: () => Promise.resolve() }])(
    'is not created with %p as storage',
    (storage) => {
      expect(() => createDurableSpool({ storage: storage as never })).toThrow(
        'createDurableSpool: storage is no storage with SQLite',
      );
    },
  );
});
