/** @jest-environment node */
import { createFakeClock, deferred, type Deferred } from '@adit/testing';
import { createPrefetchCache } from './cache.ts';
import { createPrefetcher, type PrefetchRequest } from './prefetcher.ts';
import { createPrefetchScheduler } from './scheduler.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scripted() {
  const clock = createFakeClock();
  const requests: (PrefetchRequest & { readonly answer: Deferred<string> })[] = [];
  const scheduler = createPrefetchScheduler<string>();
  const prefetcher = createPrefetcher({
    scheduler,
    cache: createPrefetchCache<string>({ now: clock.now }),
    fetchRoute: (request) => {
      const answer = deferred<string>();
      requests.push({ ...request, answer });
      return answer.promise;
    },
  });
  return { clock, prefetcher, requests, scheduler };
}

/** The handle of a prefetch that was scheduled. */
function handleOf(outcome: ReturnType<ReturnType<typeof scripted>['prefetcher']['prefetch']>) {
  if (outcome.outcome !== 'scheduled') throw new Error(outcome.outcome);
  return outcome.handle;
}

describe('createPrefetcher', () => {
  it('fetches a route once, then answers from the cache until it is stale', async () => {
    const { clock, prefetcher, requests } = scripted();
    const first = handleOf(prefetcher.prefetch('/a'));
    const second = handleOf(prefetcher.prefetch('/a', { priority: 'intent' }));
    await settled();
    expect(requests.map(({ href, kind }) => `${kind} ${href}`)).toEqual(['route /a']);
    expect(prefetcher.read('/a')).toEqual({ state: 'pending' });

    requests[0]!.answer.resolve('page');
    expect(await Promise.all([first.promise, second.promise])).toEqual(['page', 'page']);
    expect(prefetcher.prefetch('/a')).toEqual({ outcome: 'cached', value: 'page' });

    await clock.advance(300_000);
    expect(prefetcher.prefetch('/a').outcome).toBe('scheduled');
  });

  it('keeps a route and a segment of the same address apart', async () => {
    const { prefetcher, requests, scheduler } = scripted();
    prefetcher.prefetch('/a', { kind: 'segment' });
    prefetcher.prefetch('/a', { kind: 'route' });
    await settled();
    expect(requests).toHaveLength(2);
    expect(scheduler.stats().byKind.segment.inFlight).toBe(1);
    requests.find(({ kind }) => kind === 'segment')!.answer.resolve('part');
    await settled();
    expect(prefetcher.read('/a', 'segment')).toEqual({ state: 'valid', value: 'part' });
    expect(prefetcher.read('/a').state).toBe('pending');
  });

  it('S31 sends nothing for 10 s after a failure, then retries when asked', async () => {
    const { clock, prefetcher, requests } = scripted();
    const failed = handleOf(prefetcher.prefetch('/a'));
    await settled();
    requests[0]!.answer.reject(new Error('502'));
    await expect(failed.promise).rejects.toThrow('502');

    expect(prefetcher.prefetch('/a')).toEqual({ outcome: 'backing-off', retryAt: 10_000 });
    await clock.advance(10_000);
    expect(requests).toHaveLength(1);
    prefetcher.prefetch('/a');
    await settled();
    expect(requests).toHaveLength(2);
  });

  it('does not hold a cancellation against the route', async () => {
    const { prefetcher, requests } = scripted();
    const handle = handleOf(prefetcher.prefetch('/a'));
    await settled();
    handle.cancel();
    expect(requests[0]!.signal.aborted).toBe(true);
    requests[0]!.answer.reject(requests[0]!.signal.reason);
    await settled();
    expect(prefetcher.read('/a')).toEqual({ state: 'absent' });
    expect(prefetcher.prefetch('/a').outcome).toBe('scheduled');
  });

  it('gives nobody after clear() what was asked for before it', async () => {
    const { prefetcher, requests } = scripted();
    prefetcher.prefetch('/account');
    await settled();
    prefetcher.clear();

    const after = handleOf(prefetcher.prefetch('/account'));
    await settled();
    expect(requests).toHaveLength(2);
    requests[0]!.answer.resolve('page of the one who signed out');
    await settled();
    expect(prefetcher.read('/account')).toEqual({ state: 'pending' });
    requests[1]!.answer.resolve('page of the one who signed in');
    await expect(after.promise).resolves.toBe('page of the one who signed in');
    expect(prefetcher.read('/account')).toEqual({ state: 'valid', value: 'page of the one who signed in' });
  });
});
