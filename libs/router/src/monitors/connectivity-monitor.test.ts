/** @jest-environment node */
import { createFakeClock } from '@adit/testing';
import type { RouterEvent } from '../events.ts';
import { createConnectivityMonitor, type ConnectivityMonitorOptions } from './connectivity-monitor.ts';

type Answer = () => Promise<Response>;

const ours: Answer = async () => new Response(null, { status: 204 });
const status = (code: number): Answer => {
  return async () => new Response('', { status: code });
};
const failing: Answer = async () => Promise.reject(new TypeError('Failed to fetch'));
const never: Answer = async () => new Promise(() => undefined);

/** A host with a network cable, a server that answers the probe, and the monitor between them. */
function createScene({
  answer: first,
  plugged: isPlugged = true,
  ...options
}: Partial<ConnectivityMonitorOptions> & { answer?: Answer; plugged?: boolean } = {}) {
  const clock = createFakeClock();
  const events: RouterEvent[] = [];
  const listeners = new Set<() => void>();
  const probes: number[] = [];
  let answer = first;
  const hasProbe = first !== undefined;

  const monitor = createConnectivityMonitor({
    clock,
    random: () => 0.5,
    network: {
      read: () => isPlugged,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    probe: hasProbe
      ? {
          url: '/ping',
          fetch: () => {
            probes.push(clock.now());
            return (answer ?? ours)();
          },
        }
      : undefined,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const plug = (next: boolean): void => {
    isPlugged = next;
    for (const listener of listeners) listener();
  };
  return { clock, events, probes, listeners, monitor, plug, answer: (next: Answer) => (answer = next) };
}

const offline = (reason: string) => ({ online: false, reason });

describe('createConnectivityMonitor', () => {
  it('follows the host where there is no probe', () => {
    const { monitor, plug, events } = createScene();
    const stop = monitor.start();
    const states: boolean[] = [];
    monitor.subscribe(() => states.push(monitor.isOnline()));
    plug(true);
    plug(false);
    plug(false);
    expect(monitor.state()).toEqual(offline('no-network'));
    void monitor.suspect();
    plug(true);
    expect(states).toEqual([false, true]);
    expect(events).toEqual([
      { type: 'connectivity', online: false },
      { type: 'connectivity', online: true },
    ]);
    stop();
    plug(false);
    expect(monitor.isOnline()).toBe(true);
  });

  it('starts with what the host says then', () => {
    expect(createScene({ plugged: false }).monitor.state()).toEqual(offline('no-network'));
    const { monitor, plug } = createScene();
    plug(false);
    expect(monitor.isOnline()).toBe(true);
    monitor.start();
    expect(monitor.isOnline()).toBe(false);
  });

  it.each<readonly [string, Answer, object]>([
    ['204', ours, { online: true }],
    ['a server error, which is no portal', status(503), { online: true }],
    ['a page with status 200', status(200), offline('captive-portal')],
    ['a demand to sign in to the network', status(511), offline('captive-portal')],
    ['a page that is not found', status(404), offline('captive-portal')],
    ['nothing, at once', failing, offline('unreachable')],
  ])('takes a probe answered by %s for what it is', async (_what, answer, state) => {
    const { monitor, clock } = createScene({ answer });
    const stop = monitor.start();
    void monitor.suspect();
    await clock.advance(0);
    expect(monitor.state()).toEqual(state);
    stop();
  });

  it('takes a probe that is not answered in time for offline, where Next takes it for online', async () => {
    const { monitor, clock, plug, answer } = createScene({ answer: never });
    monitor.start();
    void monitor.suspect();
    await clock.advance(2_999);
    expect(monitor.isOnline()).toBe(true);
    await clock.advance(1);
    expect(monitor.state()).toEqual(offline('no-answer'));
    answer(ours);
    await clock.advance(1_000);
    expect(monitor.isOnline()).toBe(true);
    plug(false);
    expect(clock.pending).toBe(0);
  });

  it('does not believe the host that the network is back before the probe says so', async () => {
    const { monitor, clock, plug, answer } = createScene({ answer: failing });
    monitor.start();
    plug(false);
    plug(true);
    expect(monitor.state()).toEqual(offline('no-network'));
    await clock.advance(0);
    expect(monitor.state()).toEqual(offline('unreachable'));
    answer(ours);
    await clock.advance(1_000);
    expect(monitor.isOnline()).toBe(true);
  });

  it('probes less and less often while it fails, and at once when the host says that it is back', async () => {
    const { monitor, clock, plug, probes } = createScene({ answer: failing, maxRetryMs: 4_000 });
    monitor.start();
    void monitor.suspect();
    await clock.advance(15_000);
    expect(probes).toEqual([0, 1_000, 3_000, 7_000, 11_000, 15_000]);
    plug(false);
    await clock.advance(60_000);
    expect(probes).toHaveLength(6);
    plug(true);
    await clock.advance(1_000);
    expect(probes.slice(6)).toEqual([75_000, 76_000]);
  });

  it('says what a suspicion has come to, to all who share the probe', async () => {
    const { monitor, clock } = createScene({ answer: never });
    expect(await monitor.suspect()).toBe(true);
    monitor.start();
    const told = Promise.all([monitor.suspect(), monitor.suspect()]);
    await clock.advance(3_000);
    expect(await told).toEqual([false, false]);
  });

  it('takes the host’s word at a suspicion, even before the host tells of it', async () => {
    let isPlugged = true;
    const { monitor } = createScene({
      answer: ours,
      network: { read: () => isPlugged, subscribe: () => () => undefined },
    });
    monitor.start();
    isPlugged = false;
    expect(await monitor.suspect()).toBe(false);
    expect(monitor.state()).toEqual(offline('no-network'));
  });

  it('believes the host that the network is back, where the probe is told to', async () => {
    const fetch = jest.fn(never);
    const { monitor, plug } = createScene({ probe: { url: '/ping', fetch, trustsHost: true } });
    monitor.start();
    plug(false);
    plug(true);
    expect(monitor.isOnline()).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
    void monitor.suspect();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('has one probe in flight, however many suspect', async () => {
    const { monitor, clock, probes } = createScene({ answer: never });
    void monitor.suspect();
    expect(probes).toEqual([]);
    monitor.start();
    const stopNothing = monitor.start();
    stopNothing();
    void monitor.suspect();
    void monitor.suspect();
    await clock.advance(10);
    expect(probes).toEqual([0]);
  });

  it('needs no probe once the server has answered something else', async () => {
    const { monitor, clock, probes, answer } = createScene({ answer: failing });
    monitor.start();
    void monitor.suspect();
    await clock.advance(0);
    answer(never);
    await clock.advance(1_000);
    monitor.reached();
    expect(monitor.isOnline()).toBe(true);
    await clock.advance(60_000);
    expect(probes).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  it('judges the answer as it is told to', async () => {
    const { monitor, clock } = createScene({
      probe: { url: '/version.json', fetch: status(200), isOurs: async ({ ok }) => ok },
    });
    monitor.start();
    void monitor.suspect();
    await clock.advance(0);
    expect(monitor.isOnline()).toBe(true);
  });

  describe('what waits for the network', () => {
    /** Records when each wait ended, and how. */
    const follow = (scene: ReturnType<typeof createScene>) => {
      const ended: string[] = [];
      const wait = (key: string, signal?: AbortSignal) =>
        void scene.monitor
          .whenOnline(key, { signal })
          .then((outcome) => ended.push(`${key} ${outcome} ${scene.clock.now()}`));
      return { ended, wait };
    };

    it('does not wait while there is one', async () => {
      const scene = createScene();
      expect(await scene.monitor.whenOnline('a')).toBe('online');
    });

    it('§5.24 goes on once, spread over the jitter', async () => {
      let random = 0;
      const scene = createScene({ plugged: false, random: () => (random += 0.25) });
      const { ended, wait } = follow(scene);
      scene.monitor.start();
      for (const key of ['a', 'b', 'c']) wait(key);
      await scene.clock.advance(5_000);
      expect(ended).toEqual([]);
      scene.plug(true);
      await scene.clock.advance(10_000);
      expect(ended).toEqual(['a online 5250', 'b online 5500', 'c online 5750']);
      expect(scene.clock.pending).toBe(0);
    });

    it('is superseded by newer work of its kind, and then not resumed', async () => {
      const scene = createScene({ plugged: false });
      const { ended, wait } = follow(scene);
      scene.monitor.start();
      wait('navigation');
      await scene.clock.advance(10);
      wait('navigation');
      await scene.clock.advance(10);
      scene.plug(true);
      await scene.clock.advance(1_000);
      expect(ended).toEqual(['navigation superseded 10', 'navigation online 520']);
    });

    it('is superseded by a signal, also before it waits', async () => {
      const scene = createScene({ plugged: false });
      const { ended, wait } = follow(scene);
      const controller = new AbortController();
      wait('a', controller.signal);
      controller.abort();
      wait('b', controller.signal);
      await scene.clock.advance(0);
      expect(ended).toEqual(['a superseded 0', 'b superseded 0']);
    });

    it('waits on where the network goes again before its turn', async () => {
      const scene = createScene({ plugged: false });
      const { ended, wait } = follow(scene);
      scene.monitor.start();
      wait('a');
      scene.plug(true);
      await scene.clock.advance(499);
      scene.plug(false);
      await scene.clock.advance(5_000);
      expect(ended).toEqual([]);
      scene.plug(true);
      await scene.clock.advance(500);
      expect(ended).toEqual(['a online 5999']);
    });

    it('is superseded when the monitor stops', async () => {
      const scene = createScene({ plugged: false });
      const { ended, wait } = follow(scene);
      const stop = scene.monitor.start();
      wait('a');
      stop();
      await scene.clock.advance(0);
      expect(ended).toEqual(['a superseded 0']);
      expect(scene.listeners.size).toBe(0);
    });
  });

  it.each(['probeTimeoutMs', 'retryMs', 'maxRetryMs', 'resumeJitterMs'])(
    'refuses %s below 0 and above the longest time of a timer',
    (option) => {
      expect(() => createScene({ [option]: -1 })).toThrow(
        `${option} is -1; accepted: an integer of at least`,
      );
      expect(() => createScene({ [option]: 2_147_483_648 })).toThrow('and at most 2147483647');
    },
  );
});
