/** @jest-environment ./jest-environment-browser.cjs */
import { createFakeClock, type FakeClock } from '@adit/testing';
import { FAST } from '../../testing/conditions.helper.ts';
import { createDeferred, type Deferred } from '../deferred.ts';
import type { PrefetchConditions } from '../prefetch/admission-rules.ts';
import type { RouterEvent } from '../events.ts';
import {
  governPrefetches,
  type GovernPrefetchesOptions,
  type PrefetchGovernor,
} from './govern-prefetches.ts';
import { addressOf } from './classify-request.ts';
import { REFUSAL_HEADER } from './refusal.ts';
import { TRANSITION_EVENT } from '../window-events.ts';
import type { FetchTarget } from '../browser/wrap-fetch.ts';

const TREE = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' };
const SEGMENT = {
  rsc: '1',
  'next-router-prefetch': '1',
  'next-router-segment-prefetch': '/docs/$d$id/__PAGE__',
};
const RSC = { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' };
/** The headers of a full prefetch of a route below the root layout, with a mark where its answer begins. */
const full = (tree: unknown): Record<string, string> => ({
  rsc: '1',
  'next-router-state-tree': encodeURIComponent(JSON.stringify(['', { children: tree }])),
});
const pageOnly = (id: number) =>
  full(['full', { children: [['id', String(id), 'd', null], {}, null, 'refetch'] }]);

/** One request at the server. */
interface Sent {
  readonly path: string;
  readonly answer: Deferred<Response>;
}

let clock: FakeClock;
let sent: Sent[];
let target: FetchTarget;
let conditions: PrefetchConditions;
let events: RouterEvent[];
let governor: PrefetchGovernor;

function govern(options: GovernPrefetchesOptions = {}): void {
  governor = governPrefetches({
    target,
    clock,
    conditions: () => conditions,
    page: () => window.location.href,
    onEvent: (event) => events.push(event),
    ...options,
  });
}

beforeEach(() => {
  history.replaceState(null, '', '/home');
  clock = createFakeClock();
  sent = [];
  events = [];
  conditions = FAST;
  target = {
    fetch(input) {
      const { pathname, search } = addressOf(input, window.location.href);
      const answer = createDeferred<Response>();
      sent.push({ path: pathname + search, answer });
      return answer.promise;
    },
  };
});

afterEach(() => {
  governor.stop();
  document.body.replaceChildren();
});

const paths = (): readonly string[] => sent.map(({ path }) => path);
const phases = (): readonly string[] =>
  events.map((event) => ('phase' in event ? `${event.phase} ${new URL(event.url).pathname}` : event.type));

function ask(path: string, headers: Record<string, string> = SEGMENT, init: RequestInit = {}) {
  return target.fetch(path, { headers, priority: 'low', ...init });
}
const navigate = (path: string) => ask(path, RSC, { priority: 'auto' });

/** Lets promises and timers of no delay run. */
const settle = (): Promise<void> => clock.advance(0);

async function answer(path: string, response = new Response('payload')): Promise<void> {
  const found = sent.find((each) => each.path === path);
  if (found === undefined) throw new Error(`${path} has not been sent`);
  found.answer.resolve(response);
  await settle();
}

function link(href: string): HTMLAnchorElement {
  const element = document.createElement('a');
  element.href = href;
  element.addEventListener('click', (event) => event.preventDefault());
  document.body.append(element);
  return element;
}

async function pointAt(element: Element, type = 'pointerover'): Promise<void> {
  element.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true }));
  await settle();
}

describe('the limits', () => {
  it('S28 S29 gives the third segment and the fifth request to the link that is pointed at', async () => {
    govern();
    for (const id of [1, 2, 3, 4]) void ask(`/docs/${id}`);
    for (const id of [1, 2, 3]) void ask(`/full/${id}`, RSC);
    await settle();
    expect(paths()).toEqual(['/docs/1', '/docs/2', '/full/1', '/full/2']);
    await pointAt(link('/docs/4'));
    expect(paths().slice(4)).toEqual(['/docs/4']);
    await pointAt(link('/docs/3'));
    expect(governor.stats()).toMatchObject({
      maxInFlight: 5,
      byKind: { segment: { inFlight: 3 }, route: { inFlight: 2 } },
    });
  });

  it('S28 S29 keeps as many places for what is pointed at as it is told to', async () => {
    govern({ intentReserve: 0 });
    for (const id of [1, 2, 3, 4]) void ask(`/docs/${id}`);
    for (const id of [1, 2, 3]) void ask(`/full/${id}`, RSC);
    await settle();
    expect(governor.stats()).toMatchObject({
      inFlight: 5,
      byKind: { segment: { inFlight: 3 }, route: { inFlight: 2 } },
    });
  });

  it('1 sends what the visitor points at before what came first, by mouse, focus or touch', async () => {
    govern();
    for (const id of [1, 2, 3, 4, 5, 6]) void ask(`/docs/${id}`);
    await settle();
    await pointAt(link('/docs/5'));
    await pointAt(link('/docs/6#part'), 'focusin');
    await answer('/docs/1');
    expect(paths()).toEqual(['/docs/1', '/docs/2', '/docs/5', '/docs/6']);
  });

  it('listens as often for one link as for a thousand', () => {
    const added = jest.spyOn(EventTarget.prototype, 'addEventListener');
    govern();
    const before = added.mock.calls.length;
    document.body.innerHTML = '<a href="/docs/1">1</a>'.repeat(1_000);
    expect(added.mock.calls.length).toBe(before);
    added.mockRestore();
  });
});

describe('a navigation', () => {
  it('10 pauses what waits until it is answered, once', async () => {
    govern();
    const navigation = navigate('/docs/9?_rsc=1');
    for (const id of [1, 2, 3]) void ask(`/docs/${id}`);
    await settle();
    expect(paths()).toEqual(['/docs/9?_rsc=1']);
    await answer('/docs/9?_rsc=1');
    expect((await navigation).ok).toBe(true);
    expect(paths().slice(1)).toEqual(['/docs/1', '/docs/2']);
  });

  it('10 pauses for the newest alone, and resumes after a failure', async () => {
    govern();
    navigate('/a').catch(() => undefined);
    navigate('/b').catch(() => undefined);
    void ask('/docs/1');
    await answer('/a');
    expect(paths()).toEqual(['/a', '/b']);
    sent[1]!.answer.reject(new TypeError('Failed to fetch'));
    await settle();
    expect(paths()).toEqual(['/a', '/b', '/docs/1']);
  });

  it('10 resumes although an older one is never answered', async () => {
    govern();
    void navigate('/a');
    void navigate('/b');
    void ask('/docs/1');
    await answer('/b');
    expect(paths()).toEqual(['/a', '/b', '/docs/1']);
  });

  it('sends what waits for its own page at once, outside the limits', async () => {
    govern();
    for (const id of [1, 2, 3, 4]) void ask(`/docs/${id}?_rsc=1`);
    void ask('/docs/4?_rsc=2', TREE);
    await settle();
    expect(paths()).toEqual(['/docs/1?_rsc=1', '/docs/2?_rsc=1']);
    void navigate('/docs/4?_rsc=3');
    expect(paths().slice(2)).toEqual(['/docs/4?_rsc=3', '/docs/4?_rsc=1', '/docs/4?_rsc=2']);
  });

  it.each([
    ['of other parts of the site', pageOnly, 4],
    ['that say nothing of their routes', () => ({ rsc: '1' }), 5],
  ])(
    'S28 sends no full prefetches %s outside the limits, however many wait',
    async (_which, headers, inFlight) => {
      govern();
      for (let id = 0; id < 40; id += 1) void ask(`/full/${id}`, headers(id));
      await settle();
      expect(paths()).toHaveLength(4);
      link('/full/99').click();
      governor.navigating('/full/99');
      await settle();
      expect(paths()).toHaveLength(inFlight);
      expect(governor.stats()).toMatchObject({ inFlight, queued: 40 - inFlight, navigations: 0 });
    },
  );

  it('leaves held what has no part in it', async () => {
    conditions = { ...FAST, effectiveType: '2g' };
    govern();
    void ask('/full/1', pageOnly(1));
    void ask('/docs/1');
    window.dispatchEvent(new CustomEvent(TRANSITION_EVENT, { detail: { href: '/full/2' } }));
    await settle();
    expect(paths()).toEqual([]);
    expect(governor.stats().held).toEqual({ 'slow-network': 2 });
  });

  it('S28 sends full prefetches that may bring its layouts next, within the limits, and holds or refuses none of them', async () => {
    conditions = { ...FAST, effectiveType: '2g' };
    let enabled = true;
    govern({ enabled: () => enabled });
    const layouts = full(['docs', {}, null, 'refetch']);
    for (const id of [1, 2, 3, 4, 5, 6]) void ask(`/docs/${id}`, layouts);
    enabled = false;
    const late = ask('/docs/7', layouts);
    window.dispatchEvent(new CustomEvent(TRANSITION_EVENT, { detail: { href: '/docs/9' } }));
    await settle();
    expect(paths()).toHaveLength(4);
    for (let index = 0; index < 7; index += 1) await answer(paths()[index]!);
    expect(paths()).toHaveLength(7);
    expect((await late).status).toBe(200);
    expect(governor.stats()).toMatchObject({ maxInFlight: 4, held: {}, refused: {} });
  });

  it('is known by the click on a link, by the transition hook, and by being told', async () => {
    conditions = { ...FAST, effectiveType: '2g' };
    govern();
    for (const id of [1, 2, 3]) void ask(`/docs/${id}`);
    await settle();
    link('/docs/1').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(paths()).toEqual(['/docs/1']);
    window.dispatchEvent(new CustomEvent(TRANSITION_EVENT, { detail: { href: '/docs/2' } }));
    expect(paths()).toEqual(['/docs/1', '/docs/2']);
    governor.navigating('/docs/3');
    expect(paths()).toEqual(['/docs/1', '/docs/2', '/docs/3']);
  });

  it('ignores a transition whose address cannot be read', () => {
    govern();
    window.dispatchEvent(new CustomEvent(TRANSITION_EVENT, { detail: { href: 'http://[' } }));
    window.dispatchEvent(new CustomEvent(TRANSITION_EVENT));
    expect(paths()).toEqual([]);
  });

  it('is never refused what it waits for: neither before, nor after, nor at the same time', async () => {
    govern({ enabled: () => false });
    void ask('/full/1?_rsc=1', RSC);
    link('/full/1').click();
    void ask('/full/1?_rsc=2', RSC);
    await settle();
    expect(paths()).toEqual(['/full/1?_rsc=1', '/full/1?_rsc=2']);
    const other = ask('/full/2', RSC);
    await settle();
    expect((await other).status).toBe(503);
  });

  it('is not sent any later for what it releases', () => {
    govern();
    void ask('/full/1', RSC);
    void navigate('/full/1?_rsc=1');
    expect(paths()).toEqual(['/full/1?_rsc=1', '/full/1']);
  });
});

describe('what cannot be sent for the moment', () => {
  const HELD = [
    ['hidden', { hidden: true }, () => document.dispatchEvent(new Event('visibilitychange'))],
    ['offline', { online: false }, () => window.dispatchEvent(new Event('online'))],
    ['slow-network', { effectiveType: '2g' }, () => window.dispatchEvent(new Event('online'))],
  ] as const;

  it.each(HELD)(
    'waits while the page is %s, and goes on when that has passed',
    async (reason, state, pass) => {
      conditions = { ...FAST, ...state };
      govern();
      const response = ask('/docs/1');
      await clock.advance(60_000);
      expect(governor.stats()).toMatchObject({ held: { [reason]: 1 }, refused: {} });
      expect(paths()).toEqual([]);
      conditions = FAST;
      pass();
      await settle();
      await answer('/docs/1');
      expect(await (await response).text()).toBe('payload');
      expect(phases()).toEqual(['queued /docs/1', 'started /docs/1', 'done /docs/1']);
    },
  );

  it('keeps to the rate of guesses, and exempts what the visitor points at', async () => {
    govern({ budget: { guessBurst: 2, guessesPerSecond: 1 } });
    for (const id of [1, 2, 3, 4, 5]) {
      void ask(`/docs/${id}`);
      await settle();
      if (id < 3) await answer(`/docs/${id}`);
    }
    expect(governor.stats()).toMatchObject({ requests: 2, held: { rate: 3 } });
    await pointAt(link('/docs/5'));
    expect(paths().slice(2)).toEqual(['/docs/5']);
    await clock.advance(1_000);
    expect(paths().slice(3)).toEqual(['/docs/3']);
  });

  it('is asked for no more than 8 at once: for the newest, the oldest is refused', async () => {
    conditions = { ...FAST, hidden: true };
    govern();
    const responses = Array.from({ length: 9 }, (_, id) => ask(`/docs/${id}`));
    await settle();
    expect(governor.stats()).toMatchObject({ held: { hidden: 8 }, refused: { hidden: 1 } });
    expect((await responses[0]!).status).toBe(503);
  });

  it('is given up when its request is aborted', async () => {
    conditions = { ...FAST, hidden: true };
    govern();
    const controller = new AbortController();
    const response = ask('/docs/1', SEGMENT, { signal: controller.signal });
    controller.abort(new Error('left'));
    await expect(response).rejects.toThrow('left');
    expect(governor.stats().held).toEqual({});
    expect(phases()).toEqual(['queued /docs/1', 'cancelled /docs/1']);
  });

  it('is sent, within the limits, when the governor stops', async () => {
    conditions = { ...FAST, hidden: true };
    govern();
    for (const id of [1, 2, 3]) void ask(`/docs/${id}`);
    governor.stop();
    await settle();
    expect(paths()).toEqual(['/docs/1', '/docs/2']);
  });
});

describe('a link', () => {
  it('that cannot be followed, or is none, changes nothing', async () => {
    govern();
    const broken = link('http://[');
    const text = document.createElement('p');
    document.body.append(text);
    for (const element of [broken, text]) await pointAt(element);
    void ask('/docs/1');
    await settle();
    expect(events[0]).toMatchObject({ priority: 'viewport' });
  });

  it('that is pointed at while its refusal is on its way is asked for after all', async () => {
    conditions = { ...FAST, saveData: true };
    govern();
    const response = ask('/docs/1');
    await pointAt(link('/docs/1'), 'touchstart');
    await answer('/docs/1');
    expect((await response).status).toBe(200);
  });

  it('that is pointed at again changes nothing', async () => {
    conditions = { ...FAST, saveData: true };
    govern();
    const element = link('/docs/1');
    await pointAt(element);
    void ask('/docs/1');
    element.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
    await settle();
    expect(governor.stats().refused).toEqual({ 'save-data': 1 });
  });
});

describe('on 3g', () => {
  beforeEach(() => {
    conditions = { ...FAST, effectiveType: '3g' };
  });

  it('guesses twice for each page, and fetches what the visitor points at', async () => {
    govern();
    for (const id of [1, 2, 3]) {
      void ask(`/docs/${id}`, TREE);
      await settle();
      if (id < 3) await answer(`/docs/${id}`);
    }
    expect(governor.stats()).toMatchObject({ requests: 2, held: { 'slow-network': 1 } });
    await pointAt(link('/docs/3'));
    await answer('/docs/3');
    history.replaceState(null, '', '/elsewhere');
    void ask('/docs/4', TREE);
    await settle();
    expect(paths().slice(2)).toEqual(['/docs/3', '/docs/4']);
  });

  it('fetches the first page of a section, which brings the layouts of all, and no second one', async () => {
    govern({ slowNetworkGuesses: 0 });
    for (const id of [1, 2]) void ask(`/docs/${id}`);
    await settle();
    await answer('/docs/1');
    void ask('/docs/3');
    await settle();
    expect(paths()).toEqual(['/docs/1']);
  });

  it('fetches for a hover the page that waits with the layouts of the section, until they are here', async () => {
    conditions = FAST;
    govern({ budget: { guessBurst: 0, guessesPerSecond: 0 } });
    void ask('/docs/1');
    void ask('/docs/2');
    await settle();
    await pointAt(link('/docs/3'));
    void ask('/docs/3?_rsc=1', TREE);
    await settle();
    await answer('/docs/3?_rsc=1');
    void ask('/docs/3?_rsc=2');
    await settle();
    expect(paths().slice(1)).toEqual(['/docs/3?_rsc=2', '/docs/1']);
    for (const { path } of [...sent]) await answer(path);
    await pointAt(link('/docs/4'));
    void ask('/docs/4');
    await settle();
    expect(paths().slice(3)).toEqual(['/docs/4']);
  });

  it('asks for a tap where the visitor saves data', async () => {
    conditions = { ...conditions, saveData: true };
    govern();
    await pointAt(link('/docs/1'));
    expect((await Promise.all([ask('/docs/1'), settle()]))[0].status).toBe(503);
    await pointAt(link('/docs/2'), 'pointerdown');
    void ask('/docs/2');
    await settle();
    expect(paths()).toEqual(['/docs/2']);
  });
});

describe('a link that says data-prefetch="off", or is inside of what says so', () => {
  const statusOf = async (response: Promise<Response>): Promise<readonly unknown[]> => {
    await settle();
    const { status, headers } = await response;
    return [status, headers.get(REFUSAL_HEADER)];
  };

  it('keeps its page from being guessed, and no other', async () => {
    document.body.innerHTML = `
      <a href="/sign-out?all=1#now" data-prefetch="off">1</a>
      <nav data-prefetch="off"><p><a href="/docs/1">2</a></p><a href="/docs/2" data-prefetch="viewport">3</a></nav>
      <a href="/docs/3" data-prefetch="intent">4</a><a href="http://[" data-prefetch="off">5</a>`;
    govern();
    expect(await statusOf(ask('/sign-out?all=1&_rsc=1'))).toEqual([503, 'opt-out']);
    expect(await statusOf(ask('/docs/1', RSC))).toEqual([503, 'opt-out']);
    for (const path of ['/sign-out', '/docs/2', '/docs/3']) {
      void ask(path, TREE);
      await settle();
      await answer(path);
    }
    expect(governor.stats()).toMatchObject({ requests: 3, refused: { 'opt-out': 2 } });
  });

  it('keeps it from being fetched when pointed at, and not when it is clicked', async () => {
    document.body.innerHTML = '<nav data-prefetch="off"><a href="/docs/1">1</a></nav>';
    govern();
    for (const type of ['pointerover', 'pointerdown']) {
      await pointAt(document.querySelector('a')!, type);
      expect(await statusOf(ask('/docs/1'))).toEqual([503, 'opt-out']);
    }
    governor.navigating('/docs/1');
    void ask('/docs/1', RSC);
    void navigate('/docs/1');
    expect(paths()).toEqual(['/docs/1', '/docs/1']);
  });

  it('has no say where another link to its page is pointed at', async () => {
    document.body.innerHTML = '<a href="/docs/1" data-prefetch="off">1</a>';
    const plain = link('/docs/1');
    govern();
    await pointAt(document.querySelector('a')!);
    await pointAt(plain);
    void ask('/docs/1');
    await settle();
    expect(paths()).toEqual(['/docs/1']);
    await pointAt(document.querySelector('a')!);
    expect(await statusOf(ask('/docs/1'))).toEqual([503, 'opt-out']);
  });

  it('is looked for once in a task, and again in the next', async () => {
    const looks = jest.spyOn(document, 'querySelectorAll');
    govern();
    for (let id = 0; id < 100; id += 1) void ask(`/docs/${id}`);
    expect(looks).toHaveBeenCalledTimes(1);
    await settle();
    document.body.innerHTML = '<a href="/docs/new" data-prefetch="off">new</a>';
    expect(await statusOf(ask('/docs/new'))).toEqual([503, 'opt-out']);
    expect(looks).toHaveBeenCalledTimes(2);
    looks.mockRestore();
  });
});

describe('what is not to be sent', () => {
  it.each([
    ['kill-switch', { enabled: () => false }, FAST],
    ['bot', {}, { ...FAST, bot: true }],
    ['save-data', {}, { ...FAST, saveData: true }],
    ['session-budget', { budget: { maxRequests: 0 } }, FAST],
  ] as const)('is answered with 503 and the reason: %s', async (reason, options, state) => {
    conditions = state;
    govern(options);
    const response = ask('/docs/1');
    await settle();
    const { status, headers, body } = await response;
    expect([status, headers.get(REFUSAL_HEADER)]).toEqual([503, reason]);
    expect(body).not.toBeNull();
    expect(paths()).toEqual([]);
    expect(governor.stats()).toMatchObject({ refused: { [reason]: 1 }, requests: 0 });
    expect(events.at(-1)).toMatchObject({ phase: 'refused', reason });
  });

  it('leaves the task to others before it is answered', async () => {
    govern({ enabled: () => false });
    let answered = false;
    void ask('/docs/1').then(() => (answered = true));
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(answered).toBe(false);
    await settle();
    expect(answered).toBe(true);
  });

  it('refuses what has not started once the switch is off, and goes on when it is on again', async () => {
    govern();
    const responses = [1, 2, 3].map((id) => ask(`/docs/${id}`));
    await settle();
    governor.setEnabled(false);
    await answer('/docs/1');
    expect((await responses[2]!).headers.get(REFUSAL_HEADER)).toBe('kill-switch');
    governor.setEnabled(true);
    void ask('/docs/4');
    await settle();
    expect(paths()).toEqual(['/docs/1', '/docs/2', '/docs/4']);
  });

  it('20 ends a storm: the sixth request for one address within ten seconds is refused, others are not', async () => {
    govern();
    const statuses: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const response = ask('/loop?_rsc=1');
      await settle();
      sent.at(-1)?.answer.resolve(new Response('', { status: 307 }));
      await settle();
      statuses.push((await response).status);
    }
    expect(statuses).toEqual([307, 307, 307, 307, 307, 503, 503, 503]);
    expect(governor.stats().refused).toEqual({ storm: 3 });
    void ask('/docs/1?_rsc=1');
    await settle();
    expect(paths().at(-1)).toBe('/docs/1?_rsc=1');
  });
});

describe('its events', () => {
  const worth = () => events.filter(({ type }) => type !== 'prefetch');

  it('tell how long a prefetch took, and how much it brought', async () => {
    govern();
    void ask('/docs/1?_rsc=1');
    await settle();
    await clock.advance(40);
    await answer('/docs/1?_rsc=1');
    expect(events).toEqual([
      expect.objectContaining({ phase: 'queued', priority: 'viewport', kind: 'segment', id: '1' }),
      expect.objectContaining({ phase: 'started', url: 'http://localhost/docs/1' }),
      expect.objectContaining({ phase: 'done', durationMs: 40, bytes: 7 }),
    ]);
  });

  it('tell a failure, of the server and of the network', async () => {
    govern();
    void ask('/docs/1');
    ask('/docs/2').catch(() => undefined);
    await settle();
    await answer('/docs/1', new Response('', { status: 500 }));
    sent[1]!.answer.reject(new TypeError('Failed to fetch'));
    await settle();
    expect(phases().slice(-2)).toEqual(['failed /docs/1', 'failed /docs/2']);
  });

  it('tell a prefetch that was used, with its age', async () => {
    govern();
    for (const part of [1, 2]) void ask(`/docs/1?_rsc=${part}`);
    await settle();
    for (const part of [1, 2]) await answer(`/docs/1?_rsc=${part}`);
    await clock.advance(2_000);
    void navigate('/docs/1?_rsc=3');
    void navigate('/docs/1?_rsc=3');
    expect(worth()).toEqual([
      { type: 'prefetch-used', url: 'http://localhost/docs/1', ageMs: 2_000, bytes: 14 },
    ]);
  });

  it('tell a prefetch that was used without any request, by the new history entry', async () => {
    const navigation = new EventTarget();
    Object.assign(window, { navigation });
    govern();
    void ask('/docs/1?_rsc=1');
    await settle();
    await answer('/docs/1?_rsc=1');
    history.pushState(null, '', '/docs/1');
    navigation.dispatchEvent(new Event('currententrychange'));
    expect(worth()).toEqual([expect.objectContaining({ type: 'prefetch-used' })]);
    Reflect.deleteProperty(window, 'navigation');
  });

  it('tell a prefetch that came too late, and do not count its answer', async () => {
    govern();
    void ask('/docs/1?_rsc=1');
    await settle();
    void navigate('/docs/1?_rsc=2');
    await answer('/docs/1?_rsc=1');
    window.dispatchEvent(new Event('pagehide'));
    expect(worth()).toEqual([{ type: 'prefetch-late', url: 'http://localhost/docs/1' }]);
  });

  it('tell what was wasted when the document is left', async () => {
    govern();
    void ask('/docs/1?_rsc=1');
    await settle();
    await answer('/docs/1?_rsc=1');
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(new Event('pagehide'));
    expect(worth()).toEqual([{ type: 'prefetch-wasted', url: 'http://localhost/docs/1', bytes: 7 }]);
  });

  it('wait for the end of a document that goes into the back/forward cache, and may come back', async () => {
    govern();
    for (const id of [1, 2]) void ask(`/docs/${id}?_rsc=1`);
    await settle();
    for (const id of [1, 2]) await answer(`/docs/${id}?_rsc=1`);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(worth()).toEqual([]);
    void navigate('/docs/1?_rsc=2');
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
    expect(worth()).toEqual([
      expect.objectContaining({ type: 'prefetch-used', url: 'http://localhost/docs/1' }),
      expect.objectContaining({ type: 'prefetch-wasted', url: 'http://localhost/docs/2' }),
    ]);
  });

  it('end with the governor', async () => {
    govern();
    governor.stop();
    void ask('/docs/1');
    await pointAt(link('/docs/1'));
    window.dispatchEvent(new Event('pagehide'));
    expect(events).toEqual([]);
  });
});

it.each(['slowNetworkGuesses', 'intentReserve'])('rejects a number that is none: %s', (option) => {
  govern();
  expect(() => governPrefetches({ target: { fetch }, [option]: -1 })).toThrow(
    `${option} is -1; accepted: an integer of at least 0`,
  );
});
