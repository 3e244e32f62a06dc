/** @jest-environment node */
import { loadSentryConfig } from './load-sentry-config.ts';

const asked: string[] = [];
let known: Record<string, object | Error>;

jest.mock('node:module', () => ({
  ...jest.requireActual<object>('node:module'),
  createRequire: () => (name: string) => {
    asked.push(name);
    const found = known[name];
    if (found instanceof Error) throw found;
    return found;
  },
}));

const notExported = Object.assign(new Error('no such entry'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
const own = jest.fn();

beforeEach(() => {
  asked.length = 0;
});

it('takes the entry for the build, which does not load the SDK', () => {
  known = { '@sentry/nextjs/config': { withSentryConfig: own } };
  expect(loadSentryConfig()).toBe(own);
  expect(asked).toEqual(['@sentry/nextjs/config']);
});

it('takes the root of an SDK without that entry', () => {
  known = { '@sentry/nextjs/config': notExported, '@sentry/nextjs': { withSentryConfig: own } };
  expect(loadSentryConfig()).toBe(own);
});

it('tells of an SDK that is broken', () => {
  known = { '@sentry/nextjs/config': new Error('broken') };
  expect(() => loadSentryConfig()).toThrow('broken');
});
