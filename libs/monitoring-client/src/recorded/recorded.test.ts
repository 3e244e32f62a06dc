import { ARRIVED, createRecorded, fateOf, LOST, RECORDED, UNKNOWN, type RecordingView } from './recorded.ts';

/** A page of a browser whose storage is `kept`. */
function openPage(kept: Record<string, string> = {}, tunnel = '/monitoring-tunnel', release = 'shop@1') {
  const listeners: Record<string, () => void> = {};
  const document = { hidden: false };
  const view = {
    addEventListener: (type: string, listener: () => void) => (listeners[type] = listener),
    document,
    localStorage: {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, text: string) => (kept[key] = text),
      removeItem: (key: string) => Reflect.deleteProperty(kept, key),
    },
    location: { href: 'https://shop.example/cart', origin: 'https://shop.example' },
  } as unknown as RecordingView;
  const recorded = createRecorded(tunnel, release, view);
  return { recorded, document, kept, dispatch: (type: 'pagehide' | 'pageshow') => listeners[type]?.() };
}

const keptBy = ({ kept }: { kept: Record<string, string> }): string | undefined => kept[RECORDED];

it('counts items by category and fate', () => {
  const page = openPage();
  page.recorded.end(page.recorded.begin('eet'), ARRIVED);
  page.recorded.end(page.recorded.begin('e'), LOST);
  page.recorded.end(page.recorded.begin('s'), UNKNOWN);
  page.recorded.end(page.recorded.begin('s'));
  expect(keptBy(page)).toBe('shop%401;e2.1.0.0;t1.0.0.0;s0.0.1.0');
});

it('reports with a request what earlier ones have counted, once, and names its own items', () => {
  const page = openPage();
  expect(page.recorded.headerOf(page.recorded.begin('s'))).toBe('shop%401;-s');
  page.recorded.end(page.recorded.begin('e'), ARRIVED);
  const items = page.recorded.begin('ts');
  expect(page.recorded.headerOf(items)).toBe('shop%401;e1.0.0.0;-ts');
  expect(page.recorded.headerOf(items)).toBe('shop%401;-ts');
  expect(page.recorded.headerOf(page.recorded.begin(''))).toBeUndefined();
});

it('keeps a loss of the new release, if the request that took the counts of an older one fails', () => {
  const page = openPage({ [RECORDED]: 'shop%400;e3.0.0.0' });
  const items = page.recorded.begin('e');
  const header = page.recorded.headerOf(items)!;
  expect(header).toBe('shop%400;e3.0.0.0;-e;shop%401');
  expect(page.recorded.end(items, LOST)).toBe(true);
  page.recorded.putBack(header);
  expect(keptBy(page)).toBe('shop%401;e0.1.0.0');
});

it('says that items have a fate already, after their page was left', () => {
  const page = openPage();
  const items = page.recorded.begin('e');
  page.dispatch('pagehide');
  expect(page.recorded.end(items, LOST)).toBe(false);
  expect(keptBy(page)).toBe('shop%401;e0.0.1.0');
});

it('counts items that arrive after all as late', () => {
  const page = openPage();
  const items = page.recorded.begin('es');
  page.recorded.end(items, LOST);
  page.recorded.recover(items);
  expect(keptBy(page)).toBe('shop%401;e0.1.0.1;s0.1.0.1');
});

it('reports again what the tunnel has not accepted, with what was counted since', () => {
  const page = openPage();
  page.recorded.end(page.recorded.begin('e'), ARRIVED);
  const header = page.recorded.headerOf(page.recorded.begin('s'))!;
  page.recorded.end(page.recorded.begin('e'), LOST);
  page.recorded.putBack(header);
  expect(keptBy(page)).toBe('shop%401;e1.1.0.0');
  page.recorded.putBack('shop%401;-s');
  expect(keptBy(page)).toBe('shop%401;e1.1.0.0');
});

describe('a page that ends', () => {
  it('leaves to the next one what had no answer', () => {
    const page = openPage();
    page.recorded.begin('s');
    page.recorded.end(page.recorded.begin('e'), LOST);
    page.dispatch('pagehide');
    const next = openPage(page.kept);
    expect(next.recorded.headerOf(next.recorded.begin('s'))).toBe('shop%401;e0.1.0.0;s0.0.1.0;-s');
  });

  it('counts what it sends from then on as unknown at once', () => {
    const page = openPage();
    page.dispatch('pagehide');
    const items = page.recorded.begin('t');
    expect(page.recorded.headerOf(items)).toBe('shop%401;+t');
    expect(keptBy(page)).toBe('shop%401;t0.0.1.0;h0.0.1.0');
  });

  it('ignores answers that come after the back/forward cache has brought it back', () => {
    const page = openPage();
    const items = page.recorded.begin('e');
    page.dispatch('pagehide');
    page.dispatch('pageshow');
    page.recorded.end(items, ARRIVED);
    page.recorded.end(page.recorded.begin('s'), ARRIVED);
    expect(keptBy(page)).toBe('shop%401;e0.0.1.0;s1.0.0.0');
  });
});

it('marks what a hidden page sends, and reports nothing with it', () => {
  const page = openPage();
  page.recorded.end(page.recorded.begin('s'), ARRIVED);
  page.document.hidden = true;
  const items = page.recorded.begin('ts');
  expect(page.recorded.headerOf(items)).toBe('shop%401;+ts');
  page.recorded.end(items, ARRIVED);
  expect(keptBy(page)).toBe('shop%401;s2.0.0.0;t1.0.0.0;h2.0.0.0');
});

describe('has bounds:', () => {
  it('a header of 190 bytes, of which those without the release of another page have 150', () => {
    const page = openPage({}, '/t', 'a/'.repeat(100));
    for (const category of 'etsro') {
      page.document.hidden = category === 'o';
      for (let count = 0; count < 99; count += 1) page.recorded.end(page.recorded.begin(category), LOST);
    }
    page.document.hidden = false;
    const header = page.recorded.headerOf(page.recorded.begin('e'.repeat(20)))!;
    expect(header).toMatch(/^[\w%]{40};e0\.99\.0\.0;.*;o0\.99\.0\.0;h0\.99\.0\.0;-e{8}$/);
    expect(`${RECORDED}: ${header}`.length).toBeLessThanOrEqual(150);
    page.recorded.putBack(header);
    const next = openPage(page.kept, '/t', 'b/'.repeat(100));
    const longest = next.recorded.headerOf(next.recorded.begin('e'.repeat(20)))!;
    expect(longest).toMatch(/;-e{8};[\w%]{40}$/);
    expect(`${RECORDED}: ${longest}`.length).toBeLessThanOrEqual(190);
  });

  it('counts of 99', () => {
    const page = openPage({ [RECORDED]: 'shop%401;e99.5.0.0' });
    page.recorded.end(page.recorded.begin('e'), ARRIVED);
    expect(keptBy(page)).toBe('shop%401;e99.5.0.0');
  });

  it('100 requests without an answer', () => {
    const page = openPage();
    for (let count = 0; count < 101; count += 1) page.recorded.begin(count < 60 ? 'e' : 't');
    expect(keptBy(page)).toBe('shop%401;e0.0.60.0;t0.0.41.0');
  });

  it('one release: the counts of another one are replaced', () => {
    const page = openPage({ [RECORDED]: 'shop%400;e1.0.0.0' });
    page.recorded.end(page.recorded.begin('e'), ARRIVED);
    expect(keptBy(page)).toBe('shop%401;e1.0.0.0');
  });
});

it('reports the counts of an older release under its name, and its own items under its own', () => {
  const page = openPage({ [RECORDED]: 'shop%400;e1.0.0.0' });
  const items = page.recorded.begin('s');
  expect(page.recorded.headerOf(items)).toBe('shop%400;e1.0.0.0;-s;shop%401');
  expect(page.recorded.headerOf(items)).toBe('shop%401;-s');
  const unnamed = openPage({ [RECORDED]: 'shop%400;e1.0.0.0' }, '/t', '');
  expect(unnamed.recorded.headerOf(items)).toBe('shop%400;e1.0.0.0;-s;');
});

it('puts back what a header says of an older release, and nothing of the name of its own', () => {
  const page = openPage({ [RECORDED]: 'shop%400;e1.0.0.0' }, '/t', 's9.9.9.9');
  const header = page.recorded.headerOf(page.recorded.begin('s'))!;
  expect(header).toBe('shop%400;e1.0.0.0;-s;s9.9.9.9');
  page.recorded.putBack(header);
  expect(keptBy(page)).toBe('shop%400;e1.0.0.0');
});

it.each(['', 'x\ny', 'shop%401;e1', 'shop%401;e1.0.0.0;\u00e9'])(
  'sends nothing of what another wrote: “%s”',
  (text) => {
    const page = openPage({ [RECORDED]: text });
    expect(page.recorded.headerOf(page.recorded.begin('s'))).toBe('shop%401;-s');
    expect(keptBy(page)).toBeUndefined();
  },
);

describe('is off', () => {
  it('where storage is refused', () => {
    const view = {
      addEventListener: jest.fn(),
      document,
      location: window.location,
    } as unknown as RecordingView;
    Object.defineProperty(view, 'localStorage', {
      get: () => {
        throw new DOMException('denied');
      },
    });
    const recorded = createRecorded('/t', 'shop@1', view);
    const items = recorded.begin('e');
    recorded.end(items, ARRIVED);
    expect(recorded.headerOf(items)).toBeUndefined();
  });

  it('if the tunnel has another origin: the header would need a preflight', () => {
    const page = openPage({}, 'https://tunnel.example/t');
    const items = page.recorded.begin('e');
    page.recorded.end(items, ARRIVED);
    expect([page.recorded.headerOf(items), page.kept]).toEqual([undefined, {}]);
  });
});

it('takes the answers of a tunnel as arrival, also if it limits', () => {
  expect([200, 202, 429, 301, 403, 413, 502].map(fateOf)).toEqual([
    ...[ARRIVED, ARRIVED, ARRIVED],
    ...[LOST, LOST, LOST, LOST],
  ]);
});
