/** @jest-environment ./jest-environment-browser.cjs */
import { createFakeClock } from '@adit/testing';
import {
  NEXT_ACTION_NOT_FOUND_HEADER,
  ACTION_HEADER,
} from 'next/dist/client/components/app-router-headers.js';
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

function sending(
  answer: Promise<Response>,
  navigate: () => ReturnType<HardNavigator['hardNavigate']>,
  isKept = true,
  isMeant = true,
) {
  const clock = createFakeClock();
  const calls: string[] = [];
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
  const settled = jest.fn<undefined, [unknown]>();
  const sent = sendAction(
    () => answer,
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
      unsent,
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
  return { clock, calls, unsent, settled, sent };
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
});
