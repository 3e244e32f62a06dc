/** @jest-environment node */
import { createFakeClock } from '@adit/testing';
import { NEXT_ACTION_NOT_FOUND_HEADER } from 'next/dist/client/components/app-router-headers.js';
import { createTabStorage } from '../../testing/tab.helper.ts';
import type { RouterEvent } from '../events.ts';
import type { StorageLike } from '../platform.ts';
import { createSkewMonitor, type SkewMonitorOptions } from './skew-monitor.ts';

type Answer = () => Promise<Response>;

const version = (build: unknown): Answer => {
  return async () => Response.json({ version: build });
};
const withHeader = (build: string, name = 'x-nextjs-deployment-id'): Response =>
  new Response(null, { headers: { [name]: build } });
const failing: Answer = async () => Promise.reject(new TypeError('Failed to fetch'));

/** A server whose answer can be changed, a page that can be hidden, and the monitor between them. */
function createScene(options: Partial<SkewMonitorOptions> = {}) {
  const clock = createFakeClock();
  const events: RouterEvent[] = [];
  const listeners = new Set<() => void>();
  const asked: number[] = [];
  let answer: Answer = version('A');
  let isVisible = true;

  const monitor = createSkewMonitor({
    buildId: 'A',
    url: '/version.json',
    clock,
    fetch: () => {
      asked.push(clock.now());
      return answer();
    },
    pollMs: 1_000,
    maxPollMs: 8_000,
    random: () => 0.5,
    visibility: {
      read: () => isVisible,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {
    clock,
    events,
    asked,
    listeners,
    monitor,
    answer: (next: Answer) => (answer = next),
    show: (visible: boolean) => {
      isVisible = visible;
      for (const listener of listeners) listener();
    },
  };
}

describe('createSkewMonitor', () => {
  describe('by header', () => {
    it('tells a response of another build, once for each', () => {
      const { monitor, events } = createScene();
      const seen: string[] = [];
      const stop = monitor.subscribe(() => seen.push(monitor.state().status));
      monitor.inspect(withHeader('A'));
      monitor.inspect(new Response());
      expect(monitor.state()).toEqual({ status: 'current' });
      monitor.inspect(withHeader('B'));
      const state = monitor.state();
      monitor.inspect(withHeader('B'));
      expect(monitor.state()).toBe(state);
      expect(state).toEqual({ status: 'outdated', to: 'B', source: 'header' });
      monitor.inspect(withHeader('C'));
      stop();
      monitor.inspect(withHeader('D'));
      expect(seen).toEqual(['outdated', 'outdated']);
      expect(events).toEqual([
        { type: 'skew-found', source: 'header', from: 'A', to: 'B' },
        { type: 'skew-found', source: 'header', from: 'A', to: 'C' },
        { type: 'skew-found', source: 'header', from: 'A', to: 'D' },
      ]);
    });

    it('reads the header it is told to, and no names that are none', () => {
      const { monitor } = createScene({ header: 'x-build' });
      monitor.inspect(withHeader('B'));
      monitor.inspect(withHeader('', 'x-build'));
      monitor.inspect(withHeader('b'.repeat(201), 'x-build'));
      expect(monitor.state().status).toBe('current');
      monitor.inspect(withHeader('B', 'x-build'));
      expect(monitor.state().status).toBe('outdated');
    });
  });

  it('asks the server where it no longer knows a Server Action', async () => {
    const { monitor, answer, asked, clock } = createScene();
    const unknown = new Response(null, { status: 404, headers: { [NEXT_ACTION_NOT_FOUND_HEADER]: '1' } });
    monitor.inspect(unknown);
    await clock.advance(0);
    expect([monitor.state().status, asked.length]).toEqual(['current', 1]);
    answer(version('B'));
    monitor.inspect(unknown);
    await clock.advance(0);
    expect(monitor.state()).toEqual({ status: 'outdated', to: 'B', source: 'server-action' });
  });

  it('tells a build that something else names', () => {
    const { monitor } = createScene();
    monitor.report('A');
    monitor.report('');
    expect(monitor.state().status).toBe('current');
    monitor.report('B');
    expect(monitor.state()).toEqual({ status: 'outdated', to: 'B', source: 'build-id' });
  });

  describe('when asked to confirm', () => {
    it('says what the server says', async () => {
      const { monitor, answer } = createScene();
      expect(await monitor.confirm()).toBe('same');
      answer(version('B'));
      expect(await monitor.confirm('missing-chunk')).toBe('changed');
      expect(monitor.state()).toEqual({ status: 'outdated', to: 'B', source: 'missing-chunk' });
    });

    it('takes back what a server of the last deployment said, and tells no build twice', async () => {
      const { monitor, events } = createScene();
      monitor.inspect(withHeader('B'));
      expect(await monitor.confirm('header')).toBe('same');
      expect(monitor.state().status).toBe('current');
      monitor.inspect(withHeader('B'));
      expect(monitor.state().status).toBe('outdated');
      expect(events).toHaveLength(1);
    });

    it.each<readonly [string, Answer]>([
      ['fails', failing],
      ['is an error page', async () => Response.json({ version: 'B' }, { status: 503 })],
      ['is the page of a captive portal', async () => new Response('<!doctype html>')],
      ['names no build', version(undefined)],
      ['names something that is no text', version(7)],
      ['names an empty build', version('')],
      ['is no object', async () => Response.json(null)],
    ])('never takes it for a new version that the answer %s', async (_what, answered) => {
      const { monitor, answer } = createScene();
      answer(answered);
      expect(await monitor.confirm()).toBe('unknown');
      expect(monitor.state().status).toBe('current');
    });

    it('answers `unknown` without a `url`', async () => {
      const { monitor, asked } = createScene({ url: undefined });
      expect(await monitor.confirm()).toBe('unknown');
      expect(asked).toEqual([]);
    });

    it('asks once for all who wait, and again afterwards', async () => {
      const { monitor, asked } = createScene();
      expect(await Promise.all([monitor.confirm(), monitor.confirm()])).toEqual(['same', 'same']);
      expect(asked).toHaveLength(1);
      await monitor.confirm();
      expect(asked).toHaveLength(2);
    });

    it('waits 10 s for an answer, its body included', async () => {
      const { monitor, answer, clock } = createScene();
      answer(async () => new Response(new ReadableStream()));
      const answered = monitor.confirm();
      await clock.advance(9_999);
      expect(clock.pending).toBe(1);
      await clock.advance(1);
      expect(await answered).toBe('unknown');
    });

    it('believes the header of the answer before its body', async () => {
      const { monitor, answer } = createScene();
      answer(async () => new Response('<!doctype html>', { headers: { 'x-nextjs-deployment-id': 'B' } }));
      expect(await monitor.confirm()).toBe('changed');
    });

    it('reads the build as it is told to', async () => {
      const { monitor, answer } = createScene({
        readBuildId: async (response) => (await response.text()).trim(),
      });
      answer(async () => new Response(' B\n'));
      expect(await monitor.confirm()).toBe('changed');
    });
  });

  describe('while it polls', () => {
    it('asks every interval until the build is outdated, and not again', async () => {
      const { monitor, asked, answer, clock } = createScene();
      monitor.start();
      await clock.advance(2_500);
      expect(asked).toEqual([1_000, 2_000]);
      answer(version('B'));
      await clock.advance(60_000);
      expect(asked).toEqual([1_000, 2_000, 3_000]);
      expect(monitor.state()).toEqual({ status: 'outdated', to: 'B', source: 'poll' });
      expect(clock.pending).toBe(0);
    });

    it('goes on once the build is current again', async () => {
      const { monitor, asked, clock } = createScene();
      monitor.start();
      monitor.inspect(withHeader('B'));
      await clock.advance(5_000);
      expect(asked).toEqual([]);
      await monitor.confirm();
      await clock.advance(1_000);
      expect(asked).toEqual([5_000, 6_000]);
    });

    it('backs off while the answers fail, up to its limit, and comes back', async () => {
      const { monitor, asked, answer, clock } = createScene();
      answer(failing);
      monitor.start();
      await clock.advance(24_000);
      expect(asked).toEqual([1_000, 3_000, 7_000, 15_000, 23_000]);
      expect(monitor.state().status).toBe('current');
      answer(version('A'));
      await clock.advance(8_500);
      expect(asked.slice(5)).toEqual([31_000, 32_000]);
    });

    it('does not ask while the page is hidden, and asks what is due when it is seen', async () => {
      const { monitor, asked, show, clock } = createScene();
      monitor.start();
      show(false);
      await clock.advance(10_000);
      expect(asked).toEqual([]);
      show(true);
      await clock.advance(0);
      expect(asked).toEqual([10_000]);
      await clock.advance(500);
      show(false);
      show(true);
      await clock.advance(499);
      expect(asked).toHaveLength(1);
      await clock.advance(1);
      expect(asked).toHaveLength(2);
    });

    it.each([
      [0, 800],
      [0.999_999, 1_200],
    ])('strays by 20 %% to either side: %f makes %i ms', async (random, waitMs) => {
      const { monitor, asked, clock } = createScene({ random: () => random });
      monitor.start();
      await clock.advance(waitMs);
      expect(asked).toEqual([waitMs]);
    });

    it('stops, also in the middle of a question', async () => {
      const { monitor, asked, answer, listeners, clock } = createScene();
      const stop = monitor.start();
      const stopNothing = monitor.start();
      stopNothing();
      answer(async () => new Promise(() => undefined));
      await clock.advance(1_000);
      stop();
      await clock.advance(60_000);
      expect(asked).toEqual([1_000]);
      expect([clock.pending, listeners.size]).toEqual([0, 0]);
      monitor.start();
      answer(version('B'));
      await clock.advance(1_000);
      expect(monitor.state().status).toBe('outdated');
    });

    it('does not poll where it was not asked to', async () => {
      for (const options of [{ pollMs: 0 }, { url: undefined }]) {
        const { monitor, clock } = createScene(options);
        monitor.start()();
        expect(clock.pending).toBe(0);
      }
    });
  });

  describe('told of a recovery', () => {
    function createTab(storage: (() => StorageLike | null | undefined) | undefined) {
      const events: RouterEvent[] = [];
      return {
        events,
        open: (buildId: string) =>
          createScene({ buildId, storage, onEvent: (event) => events.push(event) }).monitor,
      };
    }

    const createStorage = (overrides?: Partial<StorageLike>): (() => StorageLike) => {
      const storage = createTabStorage(overrides);
      return () => storage;
    };

    it('tells it once, when the page that caught up has rendered', () => {
      const { events, open } = createTab(createStorage());
      const left = open('build A');
      left.inspect(withHeader('B'));
      left.catchingUp();
      events.length = 0;
      const next = open('B');
      expect(events).toEqual([]);
      next.rendered();
      next.rendered();
      open('B').rendered();
      expect(events).toEqual([{ type: 'skew-recovered', source: 'header', from: 'build A', to: 'B' }]);
    });

    it('tells two deployments in one tab', () => {
      const { events, open } = createTab(createStorage());
      open('A').catchingUp('missing-chunk');
      const second = open('B');
      second.rendered();
      second.catchingUp('server-action');
      open('C').rendered();
      expect(events.map((event) => event.type === 'skew-recovered' && [event.source, event.to])).toEqual([
        ['missing-chunk', 'B'],
        ['server-action', 'C'],
      ]);
    });

    it('reports none if the same build came again, or no page was left', () => {
      const { events, open } = createTab(createStorage());
      open('A').rendered();
      open('A').catchingUp();
      open('A').rendered();
      open('B').rendered();
      expect(events).toEqual([]);
    });

    it('leaves the source out where there is none', () => {
      const { events, open } = createTab(createStorage());
      open('A').catchingUp();
      open('B').rendered();
      expect(events).toEqual([{ type: 'skew-recovered', source: undefined, from: 'A', to: 'B' }]);
    });

    it.each<readonly [string, (() => StorageLike | null | undefined) | undefined]>([
      ['is absent', undefined],
      ['is null', () => null],
      [
        'throws on access',
        () => {
          throw new DOMException('', 'SecurityError');
        },
      ],
      [
        'is full',
        createStorage({
          setItem: () => {
            throw new DOMException('', 'QuotaExceededError');
          },
        }),
      ],
      ['would tell it again', createStorage({ removeItem: () => undefined })],
    ])('tells none where storage %s', (_mode, storage) => {
      const { events, open } = createTab(storage);
      open('A').catchingUp('poll');
      open('B').rendered();
      expect(events).toEqual([]);
    });
  });

  it.each([
    [{ buildId: '' }, 'buildId is ""; accepted: the name of a build'],
    [{ buildId: undefined as unknown as string }, 'buildId is undefined; accepted: the name of a build'],
    [{ pollMs: -1 }, 'pollMs is -1; accepted: an integer of at least 0 and at most 2147483647'],
    [{ maxPollMs: 0.5 }, 'maxPollMs is 0.5; accepted: an integer of at least 0 and at most 2147483647'],
    [{ timeoutMs: 0 }, 'timeoutMs is 0; accepted: an integer of at least 1 and at most 2147483647'],
  ])('refuses %j', (options, message) => {
    expect(() => createScene(options)).toThrow(new RangeError(message));
  });
});
