import { watchIntents, type LinkIntent, type WatchIntentsOptions } from './watch-intents.ts';

/** jsdom computes no layout, so each test sets what is in view. */
class ViewStub {
  static newest: ViewStub;
  readonly observed = new Set<Element>();
  readonly options: IntersectionObserverInit;
  readonly #callback: (entries: { target: Element; isIntersecting: boolean }[]) => void;
  constructor(callback: ViewStub['tell'], options: IntersectionObserverInit) {
    this.#callback = callback;
    this.options = options;
    ViewStub.newest = this;
  }
  observe(link: Element): void {
    this.observed.add(link);
  }
  disconnect(): void {
    this.observed.clear();
  }
  tell(entries: { target: Element; isIntersecting: boolean }[]): void {
    this.#callback(entries);
  }
}

const seen: string[] = [];
let stop = (): void => undefined;

const note = (what: string) => (intent: LinkIntent) =>
  seen.push(
    `${what} ${intent.source} ${intent.url}${intent.refusal === undefined ? '' : ` (${intent.refusal})`}`,
  );

function watch(options: Partial<WatchIntentsOptions> = {}): void {
  stop = watchIntents({ target: document, onIntent: note('intent'), onLeave: note('leave'), ...options });
}

function page(html: string): void {
  document.body.innerHTML = html;
}

const find = (selector: string): Element => document.querySelector(selector)!;

function point(target: Element): void {
  target.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, composed: true }));
}

function press(target: Element, init: MouseEventInit & { pointerType?: string } = {}): void {
  const event = new MouseEvent('pointerdown', { bubbles: true, composed: true, ...init });
  target.dispatchEvent(Object.assign(event, { pointerType: init.pointerType ?? 'mouse' }));
  jest.advanceTimersByTime(0);
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { IntersectionObserver: ViewStub });
});

afterEach(() => {
  stop();
  seen.length = 0;
  page('');
  jest.useRealTimers();
});

describe('pointer and focus', () => {
  it('report a link on which the pointer rests, once', () => {
    watch();
    page('<a href="/a"><b>x</b><i>y</i></a>');
    point(find('b'));
    jest.advanceTimersByTime(64);
    expect(seen).toEqual([]);
    point(find('i'));
    jest.advanceTimersByTime(1);
    point(find('b'));
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual(['intent hover http://localhost/a']);
  });

  it('report no link that the pointer only crosses', () => {
    watch();
    page('<a href="/a">x</a><p>y</p>');
    point(find('a'));
    jest.advanceTimersByTime(64);
    point(find('p'));
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual([]);
  });

  it('dwell as long as the option says', () => {
    watch({ hoverMs: 200 });
    page('<a href="/a">x</a>');
    point(find('a'));
    jest.advanceTimersByTime(199);
    expect(seen).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(seen).toHaveLength(1);
  });

  it('report the link that has the focus', () => {
    watch();
    page('<a href="/a">x</a>');
    find('a').dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }));
    jest.advanceTimersByTime(65);
    expect(seen).toEqual(['intent focus http://localhost/a']);
  });

  it.each([
    ['mouse', 'press'],
    ['pen', 'press'],
    ['touch', 'touch'],
  ])('report what a %s presses at once, as %s, also on a link that was hovered', (pointerType, source) => {
    watch();
    page('<a href="/a">x</a>');
    point(find('a'));
    press(find('a'), { pointerType });
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual([`intent ${source} http://localhost/a`]);
  });

  it.each([{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    'leave %j to the browser',
    (init) => {
      watch();
      page('<a href="/a">x</a>');
      press(find('a'), init);
      expect(seen).toEqual([]);
    },
  );

  it('ignore elements that are not links', () => {
    watch();
    page('<a>x</a><button>y</button>');
    press(find('a'));
    press(find('button'));
    document.dispatchEvent(new MouseEvent('mousemove'));
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual([]);
  });

  it('see links in shadow roots and in SVG', () => {
    watch();
    page('<div></div><svg><a href="/svg"><text>x</text></a></svg>');
    const root = find('div').attachShadow({ mode: 'open' });
    root.innerHTML = '<a href="/shadow"><b>x</b></a>';
    press(root.querySelector('b')!);
    press(find('text'));
    expect(seen).toEqual(['intent press http://localhost/shadow', 'intent press http://localhost/svg']);
  });

  it('leave an address that does not parse as it is', () => {
    watch();
    page('<a href="https://[">x</a>');
    press(find('a'));
    expect(seen).toEqual(['intent press https://[']);
  });

  it('are forgotten with the stop', () => {
    watch();
    page('<a href="/a">x</a>');
    point(find('a'));
    stop();
    press(find('a'));
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual([]);
  });
});

describe('what a link says against it', () => {
  it.each([
    ['<a href="/a" download>x</a>', ' (not-a-page)'],
    ['<a href="/a" target="_blank">x</a>', ' (not-a-page)'],
    ['<a href="/a" target="_self">x</a>', ''],
    ['<a href="/a" data-prefetch="off">x</a>', ' (opt-out)'],
    ['<nav data-prefetch="off"><a href="/a">x</a></nav>', ' (opt-out)'],
    ['<nav data-prefetch="off"><a href="/a" data-prefetch="viewport">x</a></nav>', ''],
    ['<nav data-prefetch="intent"><a href="/a">x</a></nav>', ''],
  ])('%s', (html, refusal) => {
    watch();
    page(html);
    press(find('a'));
    expect(seen).toEqual([`intent press http://localhost/a${refusal}`]);
  });

  it('is seen from within a shadow root', () => {
    watch();
    page('<nav data-prefetch="off"><div></div></nav>');
    const root = find('div').attachShadow({ mode: 'open' });
    root.innerHTML = '<a href="/a">x</a>';
    press(root.querySelector('a')!);
    expect(seen).toEqual(['intent press http://localhost/a (opt-out)']);
  });
});

describe('the viewport', () => {
  it('reports links as they come and go', () => {
    page('<a href="/a">x</a>');
    watch();
    jest.advanceTimersByTime(0);
    expect([...ViewStub.newest.observed]).toEqual([find('a')]);
    ViewStub.newest.tell([{ target: find('a'), isIntersecting: true }]);
    ViewStub.newest.tell([{ target: find('a'), isIntersecting: false }]);
    expect(seen).toEqual(['intent viewport http://localhost/a', 'leave viewport http://localhost/a']);
  });

  it('works without `onLeave`', () => {
    page('<a href="/a">x</a>');
    watch({ onLeave: undefined });
    ViewStub.newest.tell([{ target: find('a'), isIntersecting: false }]);
    expect(seen).toEqual([]);
  });

  it('leaves out links for intents only', () => {
    page('<nav data-prefetch="intent"><a href="/a">x</a><a href="/b" data-prefetch="viewport">y</a></nav>');
    watch();
    ViewStub.newest.tell([...document.links].map((target) => ({ target, isIntersecting: true })));
    expect(seen).toEqual(['intent viewport http://localhost/b']);
  });

  it('takes its margin from the option', () => {
    watch({ rootMargin: '200px' });
    expect(ViewStub.newest.options.rootMargin).toBe('200px');
  });

  it('finds links that are added later, themselves or within something', async () => {
    watch();
    jest.advanceTimersByTime(0);
    page('text <a href="/a">x</a><p><a href="/b">y</a></p>');
    await Promise.resolve();
    jest.advanceTimersByTime(0);
    expect([...ViewStub.newest.observed]).toEqual([...document.links]);
  });

  it('looks at 5,000 links in slices, with no listener more', () => {
    page('<a href="/a">x</a>'.repeat(5_000));
    const added = jest.spyOn(EventTarget.prototype, 'addEventListener');
    watch();
    const listeners = added.mock.calls.filter(([type]) => type !== 'abort').length;
    added.mockRestore();
    expect(listeners).toBe(3);
    const sizes = [];
    for (let task = 0; task < 3; task += 1) {
      jest.advanceTimersToNextTimer();
      sizes.push(ViewStub.newest.observed.size);
    }
    expect(sizes[0]).toBe(2_000);
    expect(sizes.at(-1)).toBe(5_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not watched unless wanted, and not once stopped', async () => {
    page('<a href="/a">x</a>');
    watch({ viewport: false });
    expect(jest.getTimerCount()).toBe(0);
    stop();
    watch();
    stop();
    page('<a href="/b">x</a>');
    await Promise.resolve();
    jest.advanceTimersByTime(1_000);
    expect(ViewStub.newest.observed.size).toBe(0);
  });
});
