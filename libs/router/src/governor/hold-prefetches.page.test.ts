/** @jest-environment ./jest-environment-browser.cjs */
import { FAST } from '../../testing/conditions.helper.ts';
import { createDeferred, type Deferred } from '../deferred.ts';
import { addressOf } from './classify-request.ts';
import type { FetchTarget } from '../browser/wrap-fetch.ts';
import type { PrefetchGovernor } from './govern-prefetches.ts';
import { holdPrefetches } from './hold-prefetches.ts';
import { REFUSAL_HEADER } from './refusal.ts';
import { TRANSITION_EVENT } from '../window-events.ts';

const SEGMENT = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/docs/__PAGE__' };
const RSC = { rsc: '1' };

interface Sent {
  readonly path: string;
  readonly answer: Deferred<Response>;
}

let sent: Sent[];
let target: FetchTarget;
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

describe('if the chunk is missing', () => {
  beforeEach(() => {
    jest.doMock('./govern-prefetches.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
  });
  afterEach(() => {
    jest.dontMock('./govern-prefetches.ts');
    jest.resetModules();
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
