import { describe, expect, it } from '@jest/globals';
import { convertClient, type ClientConversion, type NotConverted } from './convert-client.ts';
import { readModule } from './module-scope.ts';

function convert(lines: readonly string[], language: 'ts' | 'js' = 'ts', sdk: 10 | 11 = 11) {
  const module = readModule(`src/instrumentation-client.${language}`, `${lines.join('\n')}\n`);
  const converted = convertClient(module!, { folder: '', language, sdk });
  return converted as Partial<ClientConversion & NotConverted> | undefined;
}
const withOptions = (...options: readonly string[]) =>
  convert(["import * as Sentry from '@sentry/nextjs';", 'Sentry.init({', ...options, '});']);
const optionsOf = (converted: ReturnType<typeof convert>) => [
  ...(converted?.monitoring?.options.values() ?? []),
];

it('has nothing to do in a file that does not start the SDK', () => {
  expect(convert(["import { init } from './own';", 'init({});'])).toBeUndefined();
});

describe('options', () => {
  it('move as they are written, with their comments, but without those of the wizard', () => {
    const converted = withOptions(
      "  dsn: 'https://key@o1.ingest.sentry.io/2',",
      '  // Define how likely traces are sampled. Adjust this value in production, or use tracesSampler for greater control.',
      '  // Half of them.',
      '  tracesSampleRate: 0.5,',
      '  debug: false,',
      '  dataCollection: { /* all */ },',
      '  beforeSend(event) {',
      "    return event.type ? event : { ...event, tags: { team: 'checkout' } };",
      '  },',
    );
    expect(optionsOf(converted)).toEqual([
      "dsn: 'https://key@o1.ingest.sentry.io/2'",
      '// Half of them.\ntracesSampleRate: 0.5',
      "beforeSend(event) {\n  return event.type ? event : { ...event, tags: { team: 'checkout' } };\n}",
    ]);
    expect(converted?.leftOut).toEqual([]);
    expect(converted?.rest).toBeUndefined();
    expect(converted?.integrations).toBeUndefined();
  });

  it.each([
    ['dsn: process.env.NEXT_PUBLIC_SENTRY_DSN!', []],
    ["dsn: process.env['SENTRY_DSN']", []],
    ["dsn: ''", []],
    ['dsn: process.env.DSN', ['dsn: process.env.DSN']],
    [
      "enabled: process.env.NODE_ENV === 'production', dsn: 'x'",
      ["enabled: process.env.NODE_ENV === 'production'", "dsn: 'x'"],
    ],
    ['enabled: false', ['enabled: false']],
    ["enabled: true, dsn: 'x'", ["dsn: 'x'"]],
    ['enabled: process.env.SENTRY_ON', ['enabled: Boolean(process.env.SENTRY_ON)']],
    ["dsn: isProduction ? 'x' : undefined", ['enabled: Boolean(isProduction)', "dsn: 'x'"]],
    ["dsn: isDevelopment ? '' : 'x'", ['enabled: !isDevelopment', "dsn: 'x'"]],
    ["dsn: a && b && 'x'", ['enabled: Boolean(a && b)', "dsn: 'x'"]],
    [
      "enabled: location.hostname !== 'localhost'",
      ["enabled: typeof window === 'undefined' || (location.hostname !== 'localhost')"],
    ],
    [
      "integrations: [Sentry.replayIntegration({ maskAllText: false, block: ['.card'] })]",
      ["replay: { maskAllText: false, block: ['.card'] }"],
    ],
    [
      'replaysSessionSampleRate: 0.1, integrations: [...(isOn ? [Sentry.replayIntegration()] : [])]',
      ['replaysSessionSampleRate: (isOn) ? 0.1 : 0'],
    ],
    ['transport: undefined, sendClientReports: true', []],
    ['sendDefaultPii: false', ['dataCollection: { userInfo: false }']],
    ['integrations: [Sentry.feedbackIntegration()]', ['feedback: true']],
    [
      "integrations: [Sentry.feedbackIntegration({ colorScheme: 'dark' })]",
      ["feedback: { colorScheme: 'dark' }"],
    ],
  ])('%s', (option, expected) => {
    expect(optionsOf(withOptions(option))).toEqual(expected);
  });

  it.each([
    ["tunnel: '/t'", 'tunnel: Adit has its own tunnel path'],
    ['debug: true', 'debug: it is for development'],
    ['enableLogs: true', 'enableLogs: SDK 11 always sends logs'],
    ['sendDefaultPii: true', 'sendDefaultPii: SDK 11 does not have it, and sends what it switched on'],
    [
      'integrations: [Sentry.replayIntegration()]',
      'replayIntegration: Adit loads replay if one of its rates is above 0',
    ],
    [
      'profilesSampleRate: 1',
      'profilesSampleRate: SDK 11 has profileSessionSampleRate and profileLifecycle in its place',
    ],
    ['sendClientReports: false', 'sendClientReports: Adit counts each drop, and reports the counts'],
    [
      'integrations: [Sentry.browserTracingIntegration()]',
      'browserTracingIntegration: the SDK adds it itself',
    ],
  ])('%s is left out, and the reason is said', (option, reason) => {
    const converted = withOptions(option);
    expect(converted?.leftOut?.[0]).toBe(reason);
    expect(optionsOf(converted)).toEqual([]);
    expect(converted?.integrations).toBeUndefined();
  });

  it('gives back the release, wherever it stands', () => {
    expect(withOptions('release: process.env.NEXT_PUBLIC_SHA')?.release?.getText()).toBe(
      'process.env.NEXT_PUBLIC_SHA',
    );
    expect(withOptions('sampleRate: 1')?.release).toBeUndefined();
  });

  it('bring along constants and imports that they need', () => {
    const converted = convert([
      "import * as Sentry from '@sentry/nextjs';",
      "import env, { rates as all, type Rates } from './lib/env';",
      "import * as flags from '../flags';",
      'const rates: Rates = all;',
      'Sentry.init({ tracesSampleRate: rates.traces, dsn: env.dsn, environment: flags.environment });',
    ]);
    expect(converted?.monitoring?.needs).toEqual([
      "import env, { rates as all, type Rates } from './src/lib/env';",
      "import * as flags from './flags';",
      'const rates: Rates = all;',
    ]);
    expect(converted?.rest).toBeUndefined();
  });
});

describe('integrations and options that adit.config does not have', () => {
  it('go into a file of their own, with what they need', () => {
    const converted = convert([
      "import * as Sentry from '@sentry/nextjs';",
      "import posthog, { log } from './posthog';",
      '',
      "const TEAM = 'checkout';",
      'function keep(event: Sentry.ErrorEvent) {',
      '  return { ...event, tags: { team: TEAM } };',
      '}',
      'const own = [Sentry.extraErrorDataIntegration({ depth: 2 }), Sentry.replayIntegration()];',
      '',
      "posthog.init('key');",
      'Sentry.init({',
      '  beforeSend: keep,',
      '  ignoreErrors: [',
      "    'Legacy',",
      '  ],',
      '  beforeBreadcrumb(crumb) {',
      '    log(crumb);',
      '    return crumb;',
      '  },',
      "  tracesSampler: async () => (await import('./rates')).rate,",
      '  integrations: own,',
      '});',
      "Sentry.setTag('team', TEAM);",
      '',
      'export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;',
    ]);
    expect(converted?.integrations?.text).toBe(
      [
        "import { type BrowserOptions, type ErrorEvent, eventFiltersIntegration, extraErrorDataIntegration } from '@sentry/nextjs';",
        "import { log } from './src/posthog';",
        '',
        "const TEAM = 'checkout';",
        '',
        'function keep(event: ErrorEvent) {',
        '  return { ...event, tags: { team: TEAM } };',
        '}',
        '',
        'const sentryOptions: BrowserOptions = {',
        '  beforeSend: keep,',
        '  beforeBreadcrumb(crumb) {',
        '    log(crumb);',
        '    return crumb;',
        '  },',
        "  tracesSampler: async () => (await import('./src/rates')).rate,",
        '};',
        '',
        "export const integrations: Extract<BrowserOptions['integrations'], unknown[]> = [",
        '  {',
        "    name: 'ApplicationOptions',",
        '    setup: (client) => {',
        '      Object.assign(client.getOptions(), sentryOptions);',
        '    },',
        '  },',
        '  extraErrorDataIntegration({ depth: 2 }),',
        '  eventFiltersIntegration({',
        '    disableErrorDefaults: true,',
        '    ignoreErrors: [',
        "      'Legacy',",
        '    ],',
        '  }),',
        '];',
        '',
      ].join('\n'),
    );
    expect(converted?.rest).toBe(
      [
        "import * as Sentry from '@sentry/nextjs';",
        "import posthog from './posthog';",
        '',
        "const TEAM = 'checkout';",
        '',
        "posthog.init('key');",
        "Sentry.setTag('team', TEAM);",
        '',
      ].join('\n'),
    );
  });

  it('are written without types in JavaScript', () => {
    const converted = convert(
      [
        "import { init, httpClientIntegration as http } from '@sentry/nextjs';",
        'const ignoreErrors = [/^Legacy/];',
        'init({ maxBreadcrumbs: 5, ignoreErrors, integrations: [http()] });',
      ],
      'js',
    );
    expect(converted?.integrations?.text).toBe(
      [
        "import { eventFiltersIntegration, httpClientIntegration } from '@sentry/nextjs';",
        '',
        'const ignoreErrors = [/^Legacy/];',
        '',
        "/** @type {import('@sentry/nextjs').BrowserOptions} */",
        'const sentryOptions = {',
        '  maxBreadcrumbs: 5,',
        '};',
        '',
        'export const integrations = [',
        '  {',
        "    name: 'ApplicationOptions',",
        '    setup: (client) => {',
        '      Object.assign(client.getOptions(), sentryOptions);',
        '    },',
        '  },',
        '  httpClientIntegration(),',
        '  eventFiltersIntegration({',
        '    disableErrorDefaults: true,',
        '    ignoreErrors,',
        '  }),',
        '];',
        '',
      ].join('\n'),
    );
  });
});
