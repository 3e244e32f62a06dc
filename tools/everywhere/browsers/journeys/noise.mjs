// Noise, and errors that resemble it, in the engine's own words.
import { CONTROL, faultAddress, messagesOf, NOISE, REAL } from 'everywhere-e2e/src/support/noise-cases.ts';
import { startNoiseSite } from 'everywhere-e2e/src/support/noise-site.ts';
import { ENGINE, eventually, untilPage, useBrowser } from '../browser.mjs';

const used = useBrowser({ served: { site: startNoiseSite } });
const messages = () => messagesOf(used.site.items());

async function open(query = '') {
  used.site.reset();
  const tab = await used.openTab(`${used.site.origin}/${query}`);
  await untilPage(tab, () => document.documentElement.dataset.ready === 'yes');
  return tab;
}

async function raise(tab, fault) {
  const { src, cors } = faultAddress(used.site, fault);
  await tab.evaluate(
    (address, crossOrigin) =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        if (crossOrigin) script.crossOrigin = 'anonymous';
        // A frame and a task later, observers and rejections have been reported too.
        script.onload = () => requestAnimationFrame(() => setTimeout(resolve, 50));
        script.src = address;
        document.head.append(script);
      }),
    src,
    cors,
  );
}

/** How often each rule has matched, without rules that never matched. */
const counts = (tab) =>
  tab.evaluate(() =>
    Object.fromEntries(Object.entries(window.noiseFilter.counts()).filter(([, count]) => count > 0)),
  );

async function raiseControl(tab) {
  await raise(tab, { code: `throw new Error(${JSON.stringify(CONTROL)});` });
  await eventually(() => expect(messages()).toContain(CONTROL));
}

/** The sent events and their source, to find noise that no rule matched. */
const sent = () =>
  used.site
    .items()
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => {
      const frames = payload.exception?.values?.at(-1)?.stacktrace?.frames ?? [];
      const places = frames.map(({ filename, lineno, function: name }) => `${name}@${filename}:${lineno}`);
      return [messagesOf([{ type: 'event', payload }])[0], ...places].join('\n');
    });

describe.each(NOISE.map(({ name, ...noise }) => [name, noise]))('%s', (_name, { rule, fault }) => {
  it('is dropped, and counted by its rule alone', async () => {
    const tab = await open();
    await raise(tab, fault);
    await eventually(async () => expect([Object.keys(await counts(tab)), sent()]).toEqual([[rule], []]));
    await raiseControl(tab);
    expect(messages()).toEqual([CONTROL]);
  });

  it('control: is sent in a dry run', async () => {
    const tab = await open('?dry-run');
    await raise(tab, fault);
    await eventually(async () => expect(messages().length).toBeGreaterThan(0));
    expect(Object.keys(await counts(tab))).toEqual([rule]);
  });
});

describe.each(REAL.map(({ name, ...real }) => [name, real]))('%s', (_name, { fault, message }) => {
  it('is sent, in the words of the engine', async () => {
    const tab = await open();
    await raise(tab, fault);
    await eventually(() => expect(messages()).toHaveLength(1));
    expect(messages()[0]).toMatch(message[ENGINE]);
    expect(await counts(tab)).toEqual({});
  });
});

/** The message of each engine for a module that does not load. */
const MODULE = {
  chromium: /^Failed to fetch dynamically imported module: /,
  firefox: /^error loading dynamically imported module: /,
  webkit: /^Importing a module script failed\.$/,
};

describe('chunk-load-error', () => {
  it('sends a module that does not load, grouped', async () => {
    const tab = await open();
    await raise(tab, { code: `import('/assets/Cart-1f2e.js');` });
    await eventually(() => expect(messages()).toHaveLength(1));
    expect(messages()[0]).toMatch(MODULE[ENGINE]);
    expect(used.site.items().find(({ type }) => type === 'event').payload.fingerprint).toEqual([
      'chunk-load-error',
      'module',
    ]);
    expect(Object.keys(await counts(tab))).toEqual(['chunk-load-error']);
  });
});

describe('a page that is left while requests are under way', () => {
  const leave = async (query) => {
    const tab = await open(query);
    await tab.evaluate(() => {
      for (let request = 0; request < 5; request += 1) void fetch(`/held?${request}`);
    });
    await tab.goto(`${used.site.origin}/?next`);
    await untilPage(tab, () => document.documentElement.dataset.ready === 'yes');
    await raiseControl(tab);
    return messages();
  };

  it('reports nothing of what the engine aborts', async () => {
    expect(await leave('')).toEqual([CONTROL]);
  });
});
