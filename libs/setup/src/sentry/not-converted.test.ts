import { describe, expect, it } from '@jest/globals';
import type { BrowserOptions } from '@sentry/nextjs';
import type { CLIENT_OPTIONS, FOR_A_PERSON } from './client-options.ts';
import { convertClient, type ClientConversion, type NotConverted } from './convert-client.ts';
import { readModule } from './module-scope.ts';

function convert(lines: readonly string[]) {
  const module = readModule('src/instrumentation-client.ts', `${lines.join('\n')}\n`);
  const converted = convertClient(module!, { folder: '', language: 'ts', sdk: 11 });
  return converted as Partial<ClientConversion & NotConverted> | undefined;
}
const withOptions = (...options: readonly string[]) =>
  convert(["import * as Sentry from '@sentry/nextjs';", 'Sentry.init({', ...options, '});']);

describe('a shape that is not known stays', () => {
  it.each([
    [
      ['export const start = () => Sentry.init({});'],
      'its Sentry.init stands in a function or a loop, so it may run only sometimes',
    ],
    [['Sentry.init({});', 'Sentry.init({});'], 'it calls Sentry.init more than once'],
    [['Sentry.init(options);'], 'the options of its Sentry.init are not written as an object in the file'],
    [['Sentry.init();'], 'the options of its Sentry.init are not written as an object in the file'],
    [['Sentry.init({ ...shared });'], 'its options have ...shared, which is not written in the file'],
    [['Sentry.init({ [name]: 1 });'], 'its options have a computed name'],
    [['Sentry.init({ transport: own });'], 'adit.config has no option transport'],
    [['Sentry.init({ integrations: (all) => all });'], 'its integrations are not written as a list'],
    [
      ['Sentry.init({ environment: Sentry.getName() });'],
      'an option that adit.config would hold needs code of the SDK',
    ],
    [['Sentry.init({ tracesSampler: () => own(Sentry) });'], 'its code passes on the SDK as a whole'],
    [
      ['const isOn = 1;', 'Sentry.init({ tracesSampler: () => isOn + Sentry.isOn() });'],
      'its code has a name of its own that the SDK has, too: isOn',
    ],
    [
      ['const sentryOptions = 1;', 'Sentry.init({ tracesSampler: () => sentryOptions });'],
      'its code has a name that the new file needs: sentryOptions',
    ],
    [
      ['let count = 0;', 'Sentry.init({ tracesSampler: () => count++ });'],
      'its options share a variable: let count = 0;',
    ],
    [
      ['Sentry.init({ integrations: [isOn ? Sentry.replayIntegration() : own()] });'],
      'Adit loads replay itself, and its integrations have it in isOn ? Sentry.replayIntegration() : own()',
    ],
    [
      ['Sentry.init({ integrations: [new Sentry.CaptureConsole()] });'],
      'the SDK has no class CaptureConsole',
    ],
    [
      [
        'Sentry.init({});',
        'export const onRouterTransitionStart = wrap(Sentry.captureRouterTransitionStart);',
      ],
      'its own code uses captureRouterTransitionStart in a way that is not known',
    ],
  ])('%j', (lines, why) => {
    const converted = convert(["import * as Sentry from '@sentry/nextjs';", ...lines]);
    expect(converted?.why).toBe(why);
    expect(converted?.rest).toBeUndefined();
  });

  it('says which options are known', () => {
    expect([...(withOptions('sampleRate: 1, transport: own')?.options ?? [])]).toEqual([
      ['sampleRate', 'sampleRate: 1'],
    ]);
  });
});

it('an option that no SDK has is left out, with a word', () => {
  expect(withOptions('autoSessionTracking: true, sessionTracking: true, debug: false')).toMatchObject({
    leftOut: ['autoSessionTracking: the SDK does not have it', 'sessionTracking: the SDK does not have it'],
    monitoring: { options: new Map() },
  });
});

type Special = 'dsn' | 'enabled' | 'integrations' | 'release' | 'sendClientReports';
type Known = keyof typeof CLIENT_OPTIONS | (typeof FOR_A_PERSON)[number] | Special;
type Unknown = Exclude<keyof BrowserOptions, Known>;

it('every option of the installed SDK is known', () => {
  // The compiler checks it: a remaining name is an error here.
  const isKnown: [Unknown] extends [never] ? true : Unknown = true;
  expect(isKnown).toBe(true);
});
