/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { besideOpenTelemetry } from './own-opentelemetry.ts';

const KEY = Symbol.for('opentelemetry.js.api.1');

describe(besideOpenTelemetry, () => {
  it('leaves OpenTelemetry to the application that has registered a provider', () => {
    expect(besideOpenTelemetry({ [KEY]: { version: '1.9.0', trace: {} } })).toEqual({
      enableOpenTelemetrySetup: false,
      skipOpenTelemetrySetup: true,
    });
  });

  it.each([{}, { [KEY]: undefined }, { [KEY]: { version: '1.9.0', diag: {} } }])(
    'changes nothing without one: %j',
    (host) => {
      expect(besideOpenTelemetry(host)).toEqual({});
    },
  );
});

/** Two concurrent requests, each with its own tag and an error, with a provider registered as `registerOTel` does. */
const CONCURRENT = `
const { context, trace, ROOT_CONTEXT } = require('@opentelemetry/api');
const store = new (require('node:async_hooks').AsyncLocalStorage)();
context.setGlobalContextManager({
  active: () => store.getStore() ?? ROOT_CONTEXT,
  with: (active, callback, self, ...given) => store.run(active, () => callback.apply(self, given)),
  bind: (active, target) => target,
  enable() { return this; },
  disable() { return this; },
});
const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 });
trace.setGlobalTracerProvider({
  getTracer: () => ({ startSpan: () => span, startActiveSpan: (name, ...rest) => rest.at(-1)(span) }),
});
const Sentry = require('@sentry/nextjs');
const seen = {};
Sentry.init({
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  ...JSON.parse(process.argv[1]),
  beforeSend(event) {
    seen[event.exception.values[0].value] = event.tags.request;
    return null;
  },
});
const turns = {};
const turn = (name) => new Promise((resolve) => { turns[name] = resolve; });
const request = (name) => Sentry.withIsolationScope(async () => {
  Sentry.setTag('request', name);
  await turn(name);
  Sentry.captureException(new Error(name));
});
(async () => {
  const both = [request('first'), request('second')];
  turns.first();
  turns.second();
  await Promise.all(both);
  await Sentry.flush();
  console.log(JSON.stringify(seen));
  process.exit();
})();
`;

const tagsWith = (options: object): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['-e', CONCURRENT, JSON.stringify(options)], { encoding: 'utf8' }),
  );

it('keeps the tags of two requests apart beside a provider of the application', () => {
  expect(tagsWith(besideOpenTelemetry({ [KEY]: { trace: {} } }))).toEqual({
    first: 'first',
    second: 'second',
  });
});

it('control: the SDK’s own set-up puts the tag of one request on the error of the other', () => {
  expect(tagsWith({})).toEqual({ first: 'second', second: 'second' });
});
