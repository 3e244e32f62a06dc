import { SpoolFullError, type SpoolStore } from '@adit/spool';
import { recordLog } from '../../testing/record-log.helper.ts';
import { isNearlyFull, trackSpoolHealth } from './spool-health.ts';

const ENVELOPE = { dsn: 'key@host:/1', receivedAt: 0, fields: {}, body: new Uint8Array(1) };

function setUp() {
  let now = 0;
  let failure: Error | undefined;
  let bytes = 0;
  const store: SpoolStore = {
    append: async () => {
      if (failure !== undefined) throw failure;
    },
    pendingDsns: () => ['key@host:/1'],
    peek: async () => undefined,
    remove: async () => undefined,
    depth: () => ({ envelopes: 3, bytes }),
    close: async () => undefined,
  };
  const recorded = recordLog();
  const spool = trackSpoolHealth({
    store,
    hasRoom: () => !isNearlyFull(store, 1_000),
    log: recorded.log,
    monotonicNow: () => now,
  });
  return {
    ...recorded,
    spool,
    append: () => spool.store.append(ENVELOPE),
    fail: (error: Error | undefined) => (failure = error),
    hold: (held: number) => (bytes = held),
    at: (ms: number) => (now = ms),
  };
}

describe('trackSpoolHealth', () => {
  it('is healthy while appends succeed and there is room', async () => {
    const { spool, append, entries } = setUp();
    await append();

    expect(spool.isHealthy()).toBe(true);
    expect(spool.store.pendingDsns()).toEqual(['key@host:/1']);
    expect(entries).toEqual([]);
  });

  it('passes a failure on, and makes one line of many', async () => {
    const { spool, append, fail, entries } = setUp();
    fail(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    await expect(append()).rejects.toThrow('no space');
    await expect(append()).rejects.toThrow('no space');

    expect(spool.isHealthy()).toBe(false);
    expect(entries).toEqual([
      expect.objectContaining({
        level: 'error',
        event: 'spool-failing',
        cause: 'ENOSPC: no space left on device',
        envelopes: 3,
      }),
    ]);
  });

  it('calls a spool that is full full', async () => {
    const { append, fail, events } = setUp();
    fail(new SpoolFullError('full'));
    await expect(append()).rejects.toThrow('full');

    expect(events()).toEqual(['spool-full']);
  });

  it('is healthy again with the next success, and says so', async () => {
    const { spool, append, fail, events } = setUp();
    fail(new Error('EIO'));
    await expect(append()).rejects.toThrow();
    fail(undefined);
    await append();

    expect(spool.isHealthy()).toBe(true);
    expect(events()).toEqual(['spool-failing', 'spool-recovered']);
  });

  it('gives a failing spool another chance after ten seconds, since only traffic can show that it works', async () => {
    const { spool, append, fail, at } = setUp();
    fail(new Error('EIO'));
    await expect(append()).rejects.toThrow();
    at(9_999);
    expect(spool.isHealthy()).toBe(false);

    at(10_000);
    expect(spool.isHealthy()).toBe(true);
  });

  it('is not healthy while there is hardly any room', () => {
    const { spool, hold } = setUp();
    hold(849);
    expect(spool.isHealthy()).toBe(true);

    hold(850);
    expect(spool.isHealthy()).toBe(false);
  });
});
