import type { Event } from '@sentry/core';
import { RULES, type Fault, type Words } from '../support/noise-faults.ts';
import type { NoiseSite } from '../support/noise-site.ts';
import { eventually, untilPage, type Tab, type Visit } from '../support/tab.ts';

declare global {
  interface Window {
    readonly noiseFilter: { readonly counts: () => Record<string, number> };
    readonly Sentry: {
      readonly flush: (timeoutMs: number) => PromiseLike<boolean>;
      readonly startSpan: (context: object, callback: () => void) => void;
    };
  }
}

export interface NoiseVisit extends Visit<NoiseSite> {
  readonly engine: keyof Words;
}

/** Raised after each case: everything sent before it has arrived with it. */
export const CONTROL = 'the control of this test';

/** All noise, each named after its rule. */
export const NOISE = RULES.flatMap(({ rule, noise }) =>
  noise.map(({ title, ...fault }) => ({ rule, fault, name: `${rule}: ${title}` })),
);

/** All errors that resemble noise, each named after its rule. */
export const REAL = RULES.flatMap(({ rule, real }) =>
  real.map(({ title, message, ...fault }) => ({
    fault,
    message: message instanceof RegExp ? { chromium: message, firefox: message, webkit: message } : message,
    name: `${rule}: ${title}`,
  })),
);

const events = (site: NoiseSite): readonly Event[] =>
  site
    .items()
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => payload);

const messageOf = ({ exception, message }: Event): string =>
  exception?.values?.at(-1)?.value ?? message ?? '';

/** The messages of the error events that were sent. */
export const messages = (site: NoiseSite): readonly string[] => events(site).map(messageOf);

/** Waits until the page's SDK has started. */
export const untilReady = (tab: Tab): Promise<void> =>
  untilPage(tab, () => document.documentElement.dataset['ready'] === 'yes');

/** Opens the page with a new record of what arrives. */
export async function open({ tab, site }: NoiseVisit, query = ''): Promise<void> {
  site.reset();
  await tab.goto(`${site.origin}/${query}`);
  await untilReady(tab);
}

/** Runs the fault as a script of the page. */
export async function raise({ tab, site }: NoiseVisit, { code, from }: Omit<Fault, 'title'>): Promise<void> {
  const cors = from === 'another origin, with CORS';
  const url = new URL('/fault.js', from === undefined ? site.origin : site.otherOrigin);
  url.searchParams.set('code', code);
  if (cors) url.searchParams.set('cors', 'yes');
  await tab.evaluate(
    (address, crossOrigin) =>
      new Promise<void>((resolve) => {
        const script = document.createElement('script');
        if (crossOrigin) script.crossOrigin = 'anonymous';
        script.onload = () => {
          // A frame and a task later, observers and rejections have been reported too.
          requestAnimationFrame(() => setTimeout(resolve, 50));
        };
        script.src = address;
        document.head.append(script);
      }),
    url.href,
    cors,
  );
}

/** Raises an error that is no noise, and waits until it has arrived. */
export async function raiseControl(visit: NoiseVisit): Promise<void> {
  await raise(visit, { code: `throw new Error(${JSON.stringify(CONTROL)});` });
  await eventually(() => {
    visit.expect(messages(visit.site)).toContain(CONTROL);
  });
}

/** How often each rule has matched, without rules that never matched. */
export const counts = (tab: Tab): Promise<Record<string, number>> =>
  tab.evaluate(() =>
    Object.fromEntries(Object.entries(window.noiseFilter.counts()).filter(([, count]) => count > 0)),
  );

export const counted = async (tab: Tab): Promise<readonly string[]> => Object.keys(await counts(tab));

/** The sent events and their source, to find noise that no rule matched. */
const sent = (site: NoiseSite): readonly string[] =>
  events(site).map((event) => {
    const frames = event.exception?.values?.at(-1)?.stacktrace?.frames ?? [];
    const places = frames.map(({ filename, lineno, function: name }) => `${name}@${filename}:${lineno}`);
    return [messageOf(event), ...places].join('\n');
  });

/** Raises each noise in turn and waits until its rule, and no other, has counted it. */
async function raiseNoise(
  visit: NoiseVisit,
  noises: typeof NOISE,
  then: (name: string) => Promise<void> | void,
): Promise<void> {
  const { tab, expect } = visit;
  const rules = new Set<string>();
  for (const { rule, fault, name } of noises) {
    const { [rule]: before = 0 } = await counts(tab);
    await raise(visit, fault);
    rules.add(rule);
    await eventually(async () => {
      const now = await counts(tab);
      expect([name, Object.keys(now).sort()]).toEqual([name, [...rules].sort()]);
      expect(now[rule]).toBeGreaterThan(before);
    });
    await then(name);
  }
}

/** Noise, raised on one page, is dropped, and counted by its rule alone. */
export async function dropsNoise(visit: NoiseVisit, noises: typeof NOISE): Promise<void> {
  const { site, expect } = visit;
  await open(visit);
  await raiseNoise(visit, noises, (name) => {
    expect([name, ...sent(site)]).toEqual([name]);
  });
  await raiseControl(visit);
  expect(messages(site)).toEqual([CONTROL]);
}

/** The control: in a dry run, the same noise is counted and sent. */
export async function sendsNoiseInDryRun(visit: NoiseVisit, noises: typeof NOISE): Promise<void> {
  const { site, expect } = visit;
  await open(visit, '?dry-run');
  let before = 0;
  await raiseNoise(visit, noises, async (name) => {
    await eventually(() => {
      expect([name, messages(site).length > before]).toEqual([name, true]);
    });
    before = messages(site).length;
  });
}

/** Errors that resemble noise are sent in the words of the engine, and counted by no rule. */
export async function sendsErrors(visit: NoiseVisit, errors: typeof REAL): Promise<void> {
  const { tab, site, expect, engine } = visit;
  await open(visit);
  for (const { fault, message, name } of errors) {
    const before = messages(site).length;
    await raise(visit, fault);
    await eventually(() => {
      expect([name, messages(site).length]).toEqual([name, before + 1]);
    });
    expect(messages(site).at(-1)).toMatch(message[engine]);
    expect([name, await counts(tab)]).toEqual([name, {}]);
  }
}

/** The message of each engine for a module that does not load. */
const MODULE = {
  chromium: /^Failed to fetch dynamically imported module: http:[^ ]+\/assets\/Cart-1f2e\.js$/,
  firefox: /^error loading dynamically imported module: /,
  webkit: /^Importing a module script failed\.$/,
};

/** A module that does not load is sent, grouped, and not counted as dropped. */
export async function sendsMissingModule(visit: NoiseVisit): Promise<void> {
  const { tab, site, expect, engine } = visit;
  await open(visit);
  await raise(visit, { code: `import('/assets/Cart-1f2e.js');` });
  await eventually(() => {
    expect(messages(site)).toHaveLength(1);
  });
  await raiseControl(visit);
  expect(messages(site)).toEqual([expect.stringMatching(MODULE[engine]), CONTROL]);
  expect(events(site).map(({ fingerprint }) => fingerprint)).toEqual([
    ['chunk-load-error', 'module'],
    undefined,
  ]);
  expect(await counted(tab)).toEqual(['chunk-load-error']);
}
