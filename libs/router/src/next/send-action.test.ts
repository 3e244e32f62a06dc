/** @jest-environment ./jest-environment-browser.cjs */
import { createFakeClock } from '@adit/testing';
import {
  NEXT_ACTION_NOT_FOUND_HEADER,
  ACTION_HEADER,
} from 'next/dist/client/components/app-router-headers.js';
import { createConnectivityMonitor } from '../monitors/connectivity-monitor.ts';
import { createStore } from '../monitors/store.ts';
import type { HardNavigator } from '../navigation/hard-navigation.ts';
import { createNotedLocation, createTabPlatform, createTabStorage } from '../../testing/tab.helper.ts';
import { isServerAction, sendAction } from './send-action.ts';

const PAGE = 'https://app.example/order';
const UNKNOWN = new Response('', { status: 409, headers: { [NEXT_ACTION_NOT_FOUND_HEADER]: '1' } });
const DATA = new Response('', { headers: { 'content-type': 'text/x-component' } });

describe('isServerAction', () => {
  const headers = { [ACTION_HEADER]: 'id' };

  it.each<[RequestInfo | URL, RequestInit | undefined, boolean]>([
    ['/order', { method: 'POST', headers }, true],
    [new Request(PAGE, { method: 'POST', headers }), undefined, true],
    ['/order', { method: 'POST' }, false],
    ['https://elsewhere.example/', { method: 'POST', headers }, false],
  ])('is told from other requests: %p', (input, init, expected) => {
    expect(isServerAction(input, init, PAGE)).toBe(expected);
  });
});

/** The browser's network. */
function createNetwork(isThere: boolean) {
  const host = createStore(isThere);
  return { read: host.state, subscribe: host.subscribe, enter: host.enter };
}

function sending(
  answer: Promise<Response>,
  navigate: () => ReturnType<HardNavigator['hardNavigate']>,
  isKept = true,
  isMeant = true,
  network = createNetwork(true),
) {
  const clock = createFakeClock();
  const calls: string[] = [];
  /** When the action was sent. */
  const requests: number[] = [];
  const nothing = () => undefined;
  const action = {
    arrived: () => void calls.push('arrived'),
    failed: () => void calls.push('failed'),
    refused: () => void calls.push('refused'),
  };
  const keeper = isKept
    ? Promise.resolve({
        note: nothing,
        keep: nothing,
        refreshed: nothing,
        stop: nothing,
        sending: () => action,
      })
    : new Promise<undefined>(() => undefined);
  const { location } = createNotedLocation(PAGE);
  const unsent = createStore(true);
  const held = createStore<(() => void) | undefined>(undefined);
  const connectivity = createConnectivityMonitor({ clock, network, random: () => 0.5 });
  connectivity.start();
  const settled = jest.fn<undefined, [unknown]>();
  const sent = sendAction(
    () => {
      requests.push(clock.now());
      return answer;
    },
    {
      platform: createTabPlatform({ clock, location }, createTabStorage()),
      hard: {
        isLeaving: () => false,
        stay: () => undefined,
        hardNavigate(href, { reason, history }) {
          calls.push(`${reason} ${history} ${href}`);
          return navigate();
        },
      },
      connectivity,
      isOnline: connectivity.isOnline,
      unsent,
      held,
      broke: (href) => void calls.push(`broke ${href}`),
    },
    {
      keeper: () => undefined,
      load: () => keeper,
      hasActed: () => isMeant,
      noteUnsent: () => void calls.push('unsent'),
      stop: () => undefined,
    },
  ).then(settled, settled);
  return { clock, calls, requests, unsent, held, settled, sent };
}

const navigating = () => ({ outcome: 'navigating' }) as const;

describe('sendAction', () => {
  it('passes the answer of a known action on, and hides the message', async () => {
    const { calls, unsent, settled, sent } = sending(Promise.resolve(DATA), navigating);
    await sent;
    expect(calls).toEqual(['arrived']);
    expect(unsent.state()).toBe(false);
    expect(settled).toHaveBeenCalledWith(DATA);
  });

  it.each([
    ['its header', UNKNOWN],
    [
      'the document of a 404, before Next 15.4',
      new Response('', { status: 404, headers: { 'content-type': 'text/html' } }),
    ],
    [
      'the same with the status of a static page, before Next 15.4',
      new Response('', { headers: { 'content-type': 'text/html', vary: 'RSC, Next-Router-State-Tree' } }),
    ],
  ])('keeps the input and loads the page when the server does not know it, by %s', async (_by, answer) => {
    const { clock, calls, settled } = sending(Promise.resolve(answer), navigating);
    await clock.advance(9_999);
    expect(calls).toEqual(['refused', `broke ${PAGE}`, `version-skew replace ${PAGE}`]);
    expect(settled).not.toHaveBeenCalled();
    await clock.advance(1);
    const [shown] = settled.mock.calls[0] as [Response];
    if (answer === UNKNOWN) expect(shown).toBe(answer);
    // Without the header, Next's error has the text as its message.
    else expect([shown.status, await shown.text()]).toEqual([404, 'Failed to find Server Action']);
  });

  it('waits a second for the code that keeps the input, and only if the action is unknown', async () => {
    const { clock, calls } = sending(Promise.resolve(UNKNOWN), navigating, false);
    await clock.advance(999);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual(['unsent', `broke ${PAGE}`, `version-skew replace ${PAGE}`]);
    const known = sending(Promise.resolve(DATA), navigating, false);
    await known.sent;
    expect(known.settled).toHaveBeenCalledWith(DATA);
  });

  it.each([
    ['is refused', () => ({ outcome: 'refused', reason: 'already-reloaded' }) as const],
    [
      'throws',
      () => {
        throw new Error('SecurityError');
      },
    ],
  ])('leaves the answer to Next if the load %s, and keeps the input all the same', async (_how, navigate) => {
    const { calls, settled, sent } = sending(Promise.resolve(UNKNOWN), navigate);
    await sent;
    expect(calls[0]).toBe('refused');
    expect(settled).toHaveBeenCalledWith(UNKNOWN);
  });

  it('says nothing of an action that the page sent by itself if the code is missing', async () => {
    const { clock, calls } = sending(Promise.resolve(UNKNOWN), navigating, false, false);
    await clock.advance(1_000);
    expect(calls).toEqual([`broke ${PAGE}`, `version-skew replace ${PAGE}`]);
  });

  it.each([
    [404, 'text/x-component', 'arrived'],
    [500, 'text/x-component', 'arrived'],
    [303, undefined, 'arrived'],
    // A proxy's page.
    [200, 'text/html', 'arrived'],
    [500, 'text/html', 'failed'],
    [502, 'text/html', 'failed'],
    [429, undefined, 'failed'],
    [404, undefined, 'failed'],
  ])('takes %d with %s for one that has %s', async (status, contentType, call) => {
    const headers: HeadersInit = contentType ? { 'content-type': contentType } : {};
    const { calls, sent } = sending(Promise.resolve(new Response(null, { status, headers })), navigating);
    await sent;
    expect(calls).toEqual([call]);
  });

  it('fails with its request, which may have arrived', async () => {
    const { calls, settled, sent } = sending(Promise.reject(new TypeError('Failed to fetch')), navigating);
    await sent;
    expect(calls).toEqual(['failed']);
    expect(settled).toHaveBeenCalledWith(expect.any(TypeError));
  });

  describe('without a network', () => {
    const away = (isMeant = true) => {
      const network = createNetwork(false);
      return { network, ...sending(Promise.resolve(DATA), navigating, true, isMeant, network) };
    };

    it('holds the action, and sends it once when the network is back', async () => {
      const { clock, network, requests, held, settled } = away();
      await clock.advance(60_000);
      expect(requests).toEqual([]);
      expect(held.state()).toBeInstanceOf(Function);
      network.enter(true);
      await clock.advance(499);
      expect(requests).toEqual([]);
      await clock.advance(1);
      network.enter(false);
      network.enter(true);
      await clock.advance(60_000);
      expect(requests).toHaveLength(1);
      expect(held.state()).toBeUndefined();
      expect(settled).toHaveBeenCalledWith(DATA);
    });

    it('fails it as its request would have when the visitor gives it up, and never sends it', async () => {
      const { clock, network, calls, requests, held, settled } = away();
      await clock.advance(0);
      held.state()?.();
      await clock.advance(0);
      expect(settled).toHaveBeenCalledWith(new TypeError('Failed to fetch'));
      expect([held.state(), calls]).toEqual([undefined, ['failed']]);
      network.enter(true);
      await clock.advance(60_000);
      expect(requests).toEqual([]);
    });

    it('holds it again if the network goes once more before it is sent', async () => {
      const { clock, network, requests, held } = away();
      await clock.advance(0);
      network.enter(true);
      await clock.advance(499);
      network.enter(false);
      await clock.advance(60_000);
      expect(requests).toEqual([]);
      expect(held.state()).toBeInstanceOf(Function);
    });

    it('control: sends at once what the page sends by itself, which the visitor did not ask for', () => {
      const { requests, held } = away(false);
      expect(requests).toHaveLength(1);
      expect(held.state()).toBeUndefined();
    });

    it('does not send again what failed on its way, because the server may have processed it', async () => {
      const network = createNetwork(true);
      const { clock, requests, held, settled } = sending(
        Promise.reject(new TypeError('Failed to fetch')),
        navigating,
        true,
        true,
        network,
      );
      network.enter(false);
      await clock.advance(0);
      network.enter(true);
      await clock.advance(60_000);
      expect(requests).toHaveLength(1);
      expect(held.state()).toBeUndefined();
      expect(settled).toHaveBeenCalledWith(expect.any(TypeError));
    });
  });
});
