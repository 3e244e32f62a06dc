import { describe, expect, it } from '@jest/globals';
import { convertShop, HOOK, SDK } from '../../testing/shop.helper.ts';

describe('integrations of the browser', () => {
  const withIntegrations = (code: string) =>
    convertShop({ 'instrumentation-client.ts': `${SDK}\nSentry.init({ integrations: ${code} });\n${HOOK}` });

  it('are imported in the browser alone, because servers do not have all of them', () => {
    const { read } = withIntegrations('[Sentry.replayCanvasIntegration()]');
    expect(read('sentry.integrations.ts')).toContain(
      "import { replayCanvasIntegration } from '@sentry/nextjs';",
    );
    expect(read('adit.config.ts')).toContain(
      "integrations: async () =>\n      typeof window === 'undefined' ? [] : (await import('./sentry.integrations')).integrations,",
    );
  });

  it.each([
    ['(defaults) => [...defaults, Sentry.httpClientIntegration()]', '  httpClientIntegration(),\n'],
    ['[isOn && Sentry.httpClientIntegration()].filter(Boolean)', '  isOn && httpClientIntegration(),\n'],
    ["[Sentry.inboundFiltersIntegration({ denyUrls: ['x'] })]", "    denyUrls: ['x'],\n"],
  ])('%s are carried over', (code, written) => {
    const { read, byHand } = withIntegrations(code);
    expect(byHand).toEqual([]);
    expect(read('sentry.integrations.ts')).toContain(written);
  });

  it.each([
    ['[new Sentry.BrowserTracing()]', []],
    ["[new Sentry.Replay({ block: ['.card'] })]", ["    replay: { block: ['.card'] },"]],
    [
      '[Sentry.replayIntegration({ beforeAddRecordingEvent: (event) => event })]',
      ['    replay: { beforeAddRecordingEvent: (event) => event },'],
    ],
  ])('%s are those of Adit', (code, lines) => {
    const { read, byHand } = withIntegrations(code);
    expect(byHand).toEqual([]);
    expect(read('sentry.integrations.ts')).toBeUndefined();
    for (const line of lines) expect(read('adit.config.ts')).toContain(line);
  });

  it('what replay hides may stand in another file, which only recorded visits load', () => {
    const { read, byHand } = convertShop({
      'instrumentation-client.ts': `${SDK}\nimport { masks } from './masks';\nSentry.init({ integrations: [\n  Sentry.replayIntegration({\n    ...masks,\n    block: ['.card'],\n  }),\n] });\n${HOOK}`,
    });
    expect(byHand).toEqual([]);
    expect(read('adit.config.ts')).toContain(
      "    replay: async () => (typeof window === 'undefined' ? {} : (await import('./sentry.integrations')).replay),\n",
    );
    expect(read('adit.config.ts')).not.toMatch(/masks|integrations:/);
    expect(read('sentry.integrations.ts')).toBe(
      [
        "import { type replayIntegration } from '@sentry/nextjs';",
        "import { masks } from './masks';",
        '',
        'export const replay: NonNullable<Parameters<typeof replayIntegration>[0]> = {',
        '  ...masks,',
        "  block: ['.card'],",
        '};\n',
      ].join('\n'),
    );
  });

  it.each([
    ['(all) => all.filter(({ name }) => name !== "Dedupe")', 'its integrations are not written as a list'],
    [
      '[Sentry.sessionTimingIntegration()]',
      'SDK 11 does not have sessionTimingIntegration; in its place it has nothing',
    ],
    [
      '[new Sentry.Integrations.Http()]',
      'SDK 11 does not have Integrations; in its place it has functions such as httpIntegration()',
    ],
  ])('%s leave all as it is', (code, why) => {
    const { byHand, isUntouched } = withIntegrations(code);
    expect(isUntouched).toBe(true);
    expect(byHand).toEqual([`instrumentation-client.ts: ${why}`]);
  });
});

it('the options that an integration must set come first, and its scope, too', () => {
  const { read, byHand } = convertShop({
    'instrumentation-client.ts': `${SDK}\nSentry.init({\n  initialScope: { tags: { shop: 'graz' } },\n  normalizeDepth: 5,\n  integrations: [Sentry.httpClientIntegration()],\n});\n${HOOK}`,
  });
  expect(byHand).toEqual([]);
  expect(read('sentry.integrations.ts'))
    .toBe(`import { type BrowserOptions, getCurrentScope, httpClientIntegration } from '@sentry/nextjs';

const sentryOptions: BrowserOptions = {
  initialScope: { tags: { shop: 'graz' } },
  normalizeDepth: 5,
};

export const integrations: Extract<BrowserOptions['integrations'], unknown[]> = [
  {
    name: 'ApplicationOptions',
    setup: (client) => {
      Object.assign(client.getOptions(), sentryOptions);
      getCurrentScope().update(sentryOptions.initialScope);
    },
  },
  httpClientIntegration(),
];
`);
});
