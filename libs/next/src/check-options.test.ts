import { checkOptions } from './check-options.ts';

it.each([
  {},
  { name: 'Shop', router: false },
  {
    monitoring: {
      dsn: undefined,
      scrub: false,
      quietMs: 0,
      rules: [],
      beforeSend: (event: unknown) => event,
    },
    router: { prefetch: { enabled: () => true }, slowMs: 500 },
    screens: { homeHref: '/start', followsDocument: false },
    tunnel: { trustedProxies: ['10.0.0.1'], clientIp: 'none' },
  },
])('returns accepted options: %j', (options) => {
  expect(checkOptions(options)).toBe(options);
});

it.each([
  [{ tunel: {} }, 'adit.config: tunel is not an option; accepted: name, monitoring, router, screens, tunnel'],
  [{ name: 7 }, 'adit.config: name is 7; accepted: a text'],
  [undefined, 'adit.config: the default export is undefined; accepted: an object'],
  [[], 'adit.config: the default export is ; accepted: an object'],
  [{ router: true }, 'adit.config: router is true; accepted: an object or false'],
  [{ router: { slowMs: -1 } }, 'adit.config: router.slowMs is -1; accepted: a whole number of milliseconds'],
  [
    { router: { slowMs: 0.5 } },
    'adit.config: router.slowMs is 0.5; accepted: a whole number of milliseconds',
  ],
  [{ monitoring: { beforeSend: 'no' } }, 'adit.config: monitoring.beforeSend is "no"; accepted: a function'],
  [{ monitoring: { rules: {} } }, 'adit.config: monitoring.rules is [object Object]; accepted: a list'],
  [{ monitoring: { sampleRate: NaN } }, 'adit.config: monitoring.sampleRate is NaN; accepted: a number'],
  [{ screens: { followsDocument: 1 } }, 'adit.config: screens.followsDocument is 1; accepted: true or false'],
  [{ tunnel: 'on' }, 'adit.config: tunnel is "on"; accepted: an object'],
])('throws one line for %j', (options, message) => {
  expect(() => checkOptions(options)).toThrow(new TypeError(message));
});

it('does not take a name that every object has for an option', () => {
  expect(() => checkOptions({ monitoring: { constructor: 1 } })).toThrow(
    'monitoring.constructor is not an option',
  );
});

it('shows at most 100 characters of a value', () => {
  expect(() => checkOptions({ monitoring: { beforeSend: 'x'.repeat(500) } })).toThrow(/is "x{99}; accepted/);
});
