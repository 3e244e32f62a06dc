/** @jest-environment ./jest-environment-browser.cjs */
import { FAST } from '../../testing/conditions.helper.ts';
import { createDeferred, type Deferred } from '../deferred.ts';
import { addressOf } from './classify-request.ts';
import type { FetchTarget } from '../browser/wrap-fetch.ts';
import type * as Governing from './govern-prefetches.ts';
import type { GovernPrefetchesOptions, PrefetchGovernor } from './govern-prefetches.ts';
import { holdPrefetches } from './hold-prefetches.ts';
import { REFUSAL_HEADER } from './refusal.ts';
import { TRANSITION_EVENT } from '../window-events.ts';

const hasGovernor = jest.fn();
/** The chunk with the governor. */
const chunk = { isGone: false };
jest.mock('./govern-prefetches.ts', () => {
  if (chunk.isGone) throw new TypeError('Failed to fetch dynamically imported module');
  const { governPrefetches } = jest.requireActual<typeof Governing>('./govern-prefetches.ts');
  return {
    governPrefetches(options: GovernPrefetchesOptions) {
      hasGovernor(options);
      return governPrefetches(options);
    },
  };
});

const SEGMENT = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/docs/__PAGE__' };
const RSC = { rsc: '1' };

interface Sent {
  readonly path: string;
  readonly answer: Deferred<Response>;
}

let sent: Sent[];
let target: FetchTarget;
/** `fetch` of the target before anything wraps it. */
let plain: FetchTarget['fetch'];
let idle: (() => void)[];
let load: () => Promise<PrefetchGovernor>;

const paths = (): readonly string[] => sent.map(({ path }) => path);
const prefetch = (path: string): Promise<Response> => target.fetch(path, { headers: SEGMENT });
const hold = (): void => {
  load = holdPrefetches({
    target,
    conditions: () => FAST,
  });
};

function showLink(path: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  return link;
}

beforeEach(() => {
  history.replaceState(null, '', '/home');
  document.body.replaceChildren();
  sent = [];
  idle = [];
  Object.assign(window, { requestIdleCallback: (act: () => void) => idle.push(act) });
  target = {
    fetch(input) {
      const { pathname } = addressOf(input, window.location.href);
      const answer = createDeferred<Response>();
      sent.push({ path: pathname, answer });
      return answer.promise;
    },
  };
  plain = target.fetch;
  hold();
});

afterEach(async () => {
  const governor = await load().catch(() => undefined);
  governor?.stop();
});

it('sends everything but prefetches at once', () => {
  void target.fetch('/data');
  void target.fetch('/page', { headers: RSC });
  void target.fetch('/action', { method: 'POST', headers: SEGMENT });

  expect(paths()).toEqual(['/data', '/page', '/action']);
});

it('waits for an idle moment only if the framework prefetches', () => {
  void target.fetch('/data');
  expect(idle).toHaveLength(0);

  void prefetch('/docs/1');
  void prefetch('/docs/2');
  expect(idle).toHaveLength(1);
});

it('waits for the page to load', () => {
  const readyState = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  void prefetch('/docs/1');
  expect(idle).toHaveLength(0);

  readyState.mockRestore();
  window.dispatchEvent(new Event('load'));
  expect(idle).toHaveLength(1);
});

it('hands what it holds to the governor, which keeps its limits', async () => {
  const answers = Array.from({ length: 8 }, (_, number) => prefetch(`/docs/${number}`));
  expect(paths()).toEqual([]);

  idle[0]?.();
  await load();

  // Three slots are for segments, one of them for an intent.
  expect(paths()).toEqual(['/docs/0', '/docs/1']);
  sent[0]?.answer.resolve(new Response('segment'));
  expect(await (await answers[0])?.text()).toBe('segment');
});

it('leaves later prefetches to the governor', async () => {
  const governor = await load();
  governor.setEnabled(false);

  expect((await prefetch('/docs/1')).headers.get(REFUSAL_HEADER)).toBe('kill-switch');
});

it.each(['pointerover', 'focusin', 'touchstart'])('loads the governor on %s over a link', async (type) => {
  void prefetch('/docs/1');
  showLink('/docs/1').dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  await load();

  expect(paths()).toEqual(['/docs/1']);
  expect(idle).toHaveLength(1);
});

it('does not load the governor for an element that is no link', async () => {
  void prefetch('/docs/1');
  document.body.append(document.createElement('p'));
  document.querySelector('p')?.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }));
  await new Promise((resolve) => setTimeout(resolve));

  expect(paths()).toEqual([]);
});

it.each([
  ['a click', () => showLink('/docs/2').dispatchEvent(new Event('click', { bubbles: true, composed: true }))],
  [
    'a transition',
    () => window.dispatchEvent(new CustomEvent(TRANSITION_EVENT, { detail: { href: '/docs/2' } })),
  ],
])('sends what %s needs at once, and the rest when the governor is there', async (_name, navigate) => {
  void prefetch('/docs/1');
  void prefetch('/docs/2');

  navigate();
  expect(paths()).toEqual(['/docs/2']);

  void prefetch('/docs/2');
  expect(paths()).toEqual(['/docs/2', '/docs/2']);

  await load();
  expect(paths()).toEqual(['/docs/2', '/docs/2', '/docs/1']);
});

it('sends a navigation request before the prefetches of its page', () => {
  void prefetch('/docs/2');
  void target.fetch('/docs/2', { headers: RSC });

  expect(paths()).toEqual(['/docs/2', '/docs/2']);
  expect(sent).toHaveLength(2);
});

it('ignores a transition whose address cannot be read', () => {
  void prefetch('/docs/1');
  window.dispatchEvent(new CustomEvent(TRANSITION_EVENT, { detail: { href: 'https://:' } }));

  expect(paths()).toEqual([]);
});

describe('without options', () => {
  const { fetch } = globalThis;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const connect = (state: object): void =>
    void Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), state),
      configurable: true,
    });

  beforeEach(() => {
    hasGovernor.mockClear();
    Object.assign(globalThis, { fetch: plain });
    target = globalThis;
    load = holdPrefetches();
  });
  afterEach(async () => {
    (await load()).stop();
    connect({});
    Object.assign(globalThis, { fetch });
  });

  /** Prefetches so many pages, and answers each request as soon as it is sent. Returns the most under way at a time. */
  async function prefetchAll(count: number): Promise<number> {
    for (let page = 0; page < count; page += 1) void prefetch(`/docs/${page}`).catch(() => undefined);
    idle[0]?.();
    let most = 0;
    for (let answered = 0; answered < sent.length; answered += 1) {
      most = Math.max(most, sent.length - answered);
      if (answered % 2) sent[answered]?.answer.resolve(new Response('segment'));
      else sent[answered]?.answer.reject(new TypeError('Failed to fetch'));
      await settle();
    }
    return most;
  }

  it('sends the first prefetches without the governor, three at a time', async () => {
    expect([await prefetchAll(30), sent.length]).toEqual([3, 30]);
    expect(hasGovernor).not.toHaveBeenCalled();
  });

  it('leaves what exceeds them to the governor, once those are answered', async () => {
    expect(await prefetchAll(31)).toBe(3);
    // Of the 50 that it admits at once, 30 are sent.
    expect(hasGovernor.mock.calls).toEqual([[{ budget: { guessBurst: 20 } }]]);
    await settle();
    expect(paths().at(-1)).toBe('/docs/30');
  });

  describe('if a prefetch hangs', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['requestIdleCallback'] }));
    afterEach(() => void jest.useRealTimers());
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    const pages = (count: number): string[] => Array.from({ length: count }, (_, page) => `/docs/${page}`);

    /** Prefetches so many pages. All are answered but those of `hung`. */
    async function prefetchBut(hung: readonly number[], count: number): Promise<void> {
      for (const path of pages(count)) void prefetch(path).catch(() => undefined);
      idle[0]?.();
      for (let answered = 0; answered < sent.length; answered += 1) {
        if (!hung.includes(answered)) sent[answered]?.answer.resolve(new Response('segment'));
        await pass(0);
      }
    }

    it('lets the governor take over after ten seconds, for which it counts as sent', async () => {
      await prefetchBut([29], 32);
      await pass(9_999);
      expect([hasGovernor.mock.calls.length, paths()]).toEqual([0, pages(30)]);

      await pass(1);
      expect(hasGovernor.mock.calls).toEqual([[{ budget: { guessBurst: 20 } }]]);
      expect(paths()).toEqual(pages(32));
    });

    it('sends the next ones after ten seconds if all that may be under way hang', async () => {
      await prefetchBut([0, 1, 2], 5);
      await pass(9_999);
      expect(paths()).toEqual(pages(3));

      await pass(1);
      expect(paths()).toEqual(pages(5));
      expect(hasGovernor).not.toHaveBeenCalled();
      for (const { answer } of sent) answer.resolve(new Response('segment'));
    });
  });

  it('gives the framework the answer that it would have had', async () => {
    const answer = prefetch('/docs/1');
    idle[0]?.();
    const given = new Response('segment');
    sent[0]?.answer.resolve(given);
    expect(await answer).toBe(given);
    expect(await given.text()).toBe('segment');
  });

  it.each<[string, () => void]>([
    ['on a slow connection', () => connect({ effectiveType: '3g' })],
    ['for a visitor who saves data', () => connect({ effectiveType: '4g', saveData: true })],
    ['on a page that nobody sees', () => jest.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true)],
    ['if a link opts out', () => showLink('/docs/2').setAttribute('data-prefetch', 'off')],
  ])('leaves all to the governor %s', async (_when, arrange) => {
    arrange();
    void prefetch('/docs/1');
    idle[0]?.();
    await settle();
    expect(hasGovernor).toHaveBeenCalledTimes(1);
  });

  it('does not load the governor for a link if nothing waits', async () => {
    showLink('/docs/1').dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }));
    await settle();
    expect(hasGovernor).not.toHaveBeenCalled();
  });
});

describe('if the chunk is missing', () => {
  beforeEach(() => {
    jest.resetModules();
    chunk.isGone = true;
  });

  it('refuses prefetches and sends all other requests', async () => {
    const held = prefetch('/docs/1');
    idle[0]?.();
    await expect(load()).rejects.toThrow('Failed to fetch');

    for (const answer of [await held, await prefetch('/docs/2')])
      expect([answer.status, answer.headers.get(REFUSAL_HEADER)]).toEqual([503, 'governor-missing']);
    void target.fetch('/docs/1', { headers: RSC });
    expect(paths()).toEqual(['/docs/1']);
  });
});
