import { prefetchLinks, type LinkPrefetchEvent, type PrefetchLinksOptions } from './prefetch-links.ts';

/** jsdom computes no layout, so each test sets what is in view. */
class ViewStub {
  static newest: ViewStub | undefined;
  readonly #callback: (entries: { target: Element; isIntersecting: boolean }[]) => void;
  readonly observed = new Set<Element>();
  constructor(callback: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
    ViewStub.newest = this;
  }
  observe(link: Element): void {
    this.observed.add(link);
  }
  disconnect(): void {
    this.observed.clear();
  }
  show(...links: Element[]): void {
    this.#callback(links.map((target) => ({ target, isIntersecting: true })));
  }
  hide(...links: Element[]): void {
    this.#callback(links.map((target) => ({ target, isIntersecting: false })));
  }
}

interface Running {
  readonly url: string;
  readonly settle: (ok?: boolean) => void;
}

const running: Running[] = [];
const events: LinkPrefetchEvent[] = [];
let stop = (): void => undefined;

const transport: NonNullable<PrefetchLinksOptions['transport']> = ({ url }) =>
  new Promise<void>((resolve, reject) => {
    running.push({
      url: new URL(url).pathname,
      settle: (ok = true) => (ok ? resolve() : reject(new Error('no'))),
    });
  });

function start(options: PrefetchLinksOptions = {}): void {
  stop = prefetchLinks({ transport, onEvent: (event) => events.push(event), ...options });
}

type LinksFor<Hrefs> = { [Index in keyof Hrefs]: HTMLAnchorElement };

function addLinks<Hrefs extends readonly string[]>(...hrefs: Hrefs): LinksFor<Hrefs> {
  const links = hrefs.map((href) => {
    const link = document.createElement('a');
    link.href = href;
    return link;
  });
  document.body.append(...links);
  return links as unknown as LinksFor<Hrefs>;
}

function press(link: Element): void {
  const event = new MouseEvent('pointerdown', { bubbles: true, composed: true });
  link.dispatchEvent(Object.assign(event, { pointerType: 'mouse' }));
  jest.advanceTimersByTime(0);
}

function hover(link: Element): void {
  link.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, composed: true }));
  jest.advanceTimersByTime(65);
}

const flush = async (): Promise<void> => jest.advanceTimersByTimeAsync(0);
const started = (): string[] => running.map(({ url }) => url);
const told = (): string[] =>
  events.map((event) => `${event.phase}${event.phase === 'refused' ? ` ${event.reason}` : ''}`);

function define(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { configurable: true, get: () => value });
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { IntersectionObserver: ViewStub });
});

afterEach(() => {
  stop();
  running.length = 0;
  events.length = 0;
  document.body.replaceChildren();
  for (const name of ['onLine', 'connection', 'userAgent']) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(document, 'hidden');
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('prefetchLinks', () => {
  it('fetches what comes into view, once, and tells each step', async () => {
    start();
    const [link] = addLinks('/a#part');
    ViewStub.newest!.show(link);
    jest.advanceTimersByTime(40);
    running[0]!.settle();
    await flush();
    ViewStub.newest!.show(link);
    press(link);
    expect(started()).toEqual(['/a']);
    expect(events).toMatchObject([
      { type: 'prefetch', phase: 'queued', kind: 'route', priority: 'viewport', link },
      { phase: 'started', url: 'http://localhost/a#part' },
      { phase: 'done', durationMs: 40 },
    ]);
  });

  it('a failure is told and not repeated', async () => {
    start();
    const [link] = addLinks('/a');
    press(link);
    running[0]!.settle(false);
    await flush();
    for (let times = 0; times < 50; times += 1) press(link);
    expect(started()).toEqual(['/a']);
    expect(told()).toEqual(['queued', 'started', 'failed']);
  });

  it('a transport that throws at once has failed like any other, and gives its slot back', async () => {
    start({
      transport: ({ url }) => {
        running.push({ url: new URL(url).pathname, settle: () => undefined });
        throw new Error('no');
      },
      concurrency: 2,
    });
    ViewStub.newest!.show(...addLinks('/a', '/b', '/c', '/d', '/e'));
    await flush();
    expect(started()).toEqual(['/a', '/b', '/c', '/d', '/e']);
    expect(told().filter((what) => what === 'failed')).toHaveLength(5);
  });

  it('runs the newest intent first, then what is in view from the top down', async () => {
    start({ concurrency: 1 });
    const [first, a, b, hovered, pressed] = addLinks('/first', '/a', '/b', '/hovered', '/pressed');
    ViewStub.newest!.show(first, a, b, hovered, pressed);
    hover(hovered);
    press(pressed);
    for (let index = 0; index < 5; index += 1) {
      running[index]!.settle();
      await flush();
    }
    expect(started()).toEqual(['/first', '/pressed', '/hovered', '/a', '/b']);
  });

  it('4 cancels what leaves the view before its turn, and takes it up again', async () => {
    start({ concurrency: 1 });
    const [first, a, twin] = addLinks('/first', '/a', '/a');
    ViewStub.newest!.show(first, a);
    ViewStub.newest!.hide(twin);
    expect(told()).toEqual(['queued', 'started', 'queued']);
    ViewStub.newest!.hide(a);
    expect(told().at(-1)).toBe('cancelled');
    running[0]!.settle();
    await flush();
    expect(started()).toEqual(['/first']);
    ViewStub.newest!.show(a);
    expect(started()).toEqual(['/first', '/a']);
  });

  it('never exceeds its limit, whatever the order of views, intents, leaves and ends', async () => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const links = addLinks(...Array.from({ length: 300 }, (_, index) => `/${index}`));
    for (const concurrency of [1, 2, 5]) {
      start({ concurrency, guessBurst: 1_000 });
      let ended = 0;
      let most = 0;
      for (let step = 0; step < 500; step += 1) {
        const link = links[random(links.length)]!;
        const action = random(10);
        if (action === 0) press(link);
        else if (action < 3) ViewStub.newest!.hide(link);
        else if (action < 6 && ended < running.length) {
          running[ended]!.settle(random(2) === 0);
          ended += 1;
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        } else ViewStub.newest!.show(link);
        most = Math.max(most, running.length - ended);
      }
      expect(most).toBe(concurrency);
      expect(new Set(started()).size).toBe(running.length);
      stop();
      running.length = 0;
    }
  });

  it.each([
    ['25 another site', 'https://other.example/', {}, 'other-origin'],
    ['25 this page', '#part', {}, 'same-page'],
    ['25 mail', 'mailto:a@b', {}, 'not-a-page'],
    ['25 a download', '/a', { download: '' }, 'not-a-page'],
    ['25 another window', '/a', { target: '_blank' }, 'not-a-page'],
    ['25 what opts out', '/a', { 'data-prefetch': 'off' }, 'opt-out'],
    ['a sign-out', '/account/sign-out', {}, 'opt-out'],
  ])('refuses %s with its reason', (_what, href, attributes, reason) => {
    start();
    const [link] = addLinks(href);
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    press(link);
    expect(told()).toEqual(['queued', `refused ${reason}`]);
    expect(running).toEqual([]);
  });

  it('22 lets only taps pass on a slow network', () => {
    define(navigator, 'connection', { effectiveType: '3g' });
    start();
    const [link] = addLinks('/a');
    ViewStub.newest!.show(link);
    hover(link);
    expect(told()).toEqual(['queued', 'refused slow-network', 'queued', 'refused slow-network']);
    press(link);
    expect(started()).toEqual(['/a']);
  });

  it.each([
    ['24 offline', navigator, 'onLine', false, true],
    ['hidden', document, 'hidden', true, false],
  ])('%s: the queue waits, and goes on once that has passed', (_what, owner, name, held, free) => {
    define(owner, name, held);
    start();
    const links = addLinks('/a', '/b');
    ViewStub.newest!.show(...links);
    press(links[1]);
    jest.advanceTimersByTime(60_000);
    expect(started()).toEqual([]);
    define(owner, name, free);
    jest.advanceTimersByTime(1_000);
    expect(started()).toEqual(['/b', '/a']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('guesses wait for their turn, intents do not', () => {
    start({ guessBurst: 2, guessesPerSecond: 1, concurrency: 100 });
    const links = addLinks(...Array.from({ length: 10 }, (_, index) => `/${index}`));
    ViewStub.newest!.show(...links);
    expect(started()).toEqual(['/0', '/1']);
    press(links[9]!);
    expect(started()).toEqual(['/0', '/1', '/9']);
    jest.advanceTimersByTime(5_000);
    expect(started().length).toBeGreaterThanOrEqual(6);
    expect(started().length).toBeLessThanOrEqual(8);
  });

  it('ends with the budget of the session, and with the kill switch', () => {
    let enabled = true;
    start({ maxRequests: 1, enabled: () => enabled });
    const [a, b, c] = addLinks('/a', '/b', '/c');
    press(a);
    press(b);
    enabled = false;
    press(c);
    expect(started()).toEqual(['/a']);
    expect(told().filter((what) => what.startsWith('refused'))).toEqual([
      'refused session-budget',
      'refused kill-switch',
    ]);
  });

  it('asks a predicate besides the list of side effects', () => {
    start({ ignore: (url) => url.endsWith('/a') });
    for (const link of addLinks('/a', '/logout', '/b')) press(link);
    expect(started()).toEqual(['/b']);
  });

  it('works without options', () => {
    jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(true);
    stop = prefetchLinks();
    press(addLinks('/a')[0]);
    expect(document.head.querySelector('link[rel=prefetch]')).not.toBeNull();
    document.head.replaceChildren();
  });

  it('waits for no link that the browser ignores', async () => {
    jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(false);
    globalThis.fetch = async (url) => {
      running.push({ url: new URL(url as string).pathname, settle: () => undefined });
      return { text: async () => 'page' } as Response;
    };
    start({ transport: undefined, concurrency: 1 });
    ViewStub.newest!.show(...addLinks('/a', '/b', '/c'));
    await flush();
    expect(started()).toEqual(['/a', '/b', '/c']);
    expect(told().filter((what) => what === 'done')).toHaveLength(3);
    expect(document.head.querySelector('link[rel=prefetch]')).toBeNull();
  });

  it('starts nothing once stopped', async () => {
    start({ concurrency: 1 });
    const [a, b, c] = addLinks('/a', '/b', '/c');
    ViewStub.newest!.show(a, b);
    stop();
    running[0]!.settle();
    await flush();
    press(c);
    jest.advanceTimersByTime(10_000);
    expect(started()).toEqual(['/a']);
  });
});
