/** @jest-environment node */
import { watchUpload, type Said } from './watch-upload.ts';

const UPLOADED = 'Info: Successfully uploaded source maps to Sentry';
const FAILED = "Error: An error occurred. Couldn't finish all operations:";
const NONE =
  'Warning: No source maps found for any of the 7 matched build artifacts, so no source maps were uploaded.';

type Line = readonly [level: 'info' | 'warn' | 'error', text: unknown, ...rest: unknown[]];

function said(...lines: readonly Line[]): Said {
  const console = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  const { read, stop } = watchUpload(console);
  for (const [level, ...values] of lines) console[level](...values);
  stop();
  return read();
}
const step = (name: string, text: string): string => `[@sentry/nextjs - ${name}] ${text}`;

it('knows nothing until a step of Sentry says so', () => {
  expect(said()).toEqual({ kind: 'nothing' });
  expect(
    said(['info', UPLOADED], ['error', new Error('a')], ['warn', step('Client', 'Warning: No org?')]),
  ).toEqual({
    kind: 'nothing',
  });
});

it('hears each step of webpack, and the one of Turbopack', () => {
  expect(said(['info', step('After Production Compile (Turbopack)', UPLOADED)])).toEqual({
    kind: 'uploaded',
  });
  expect(said(['info', step('Node.js', UPLOADED)], ['info', step('Client', UPLOADED)])).toEqual({
    kind: 'uploaded',
  });
});

it('one step that failed is a failure, with its reason in one line', () => {
  const error = new Error('API request failed: 403 Forbidden.\n  at upload');
  expect(said(['info', step('Node.js', UPLOADED)], ['error', step('Client', FAILED), error])).toEqual({
    kind: 'failed',
    reason: 'API request failed: 403 Forbidden',
  });
  expect(said(['warn', step('Client', NONE)])).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/^No source maps found .* uploaded$/) as string,
  });
  expect(said(['error', step('Client', 'Error: without a cause'), 'text'])).toEqual({
    kind: 'failed',
    reason: 'without a cause',
  });
});

it('an error before the upload of the same step is one of the release', () => {
  expect(
    said(['error', step('Client', FAILED), new Error('release')], ['info', step('Client', UPLOADED)]),
  ).toEqual({
    kind: 'uploaded',
  });
});

it('passes every line on, and gives the console back', () => {
  const lines: unknown[][] = [];
  const own = (...values: unknown[]): void => void lines.push(values);
  const console = { info: own, warn: own, error: own };
  const { stop } = watchUpload(console);
  console.error(step('Client', FAILED), 1);
  stop();
  expect(lines).toEqual([[step('Client', FAILED), 1]]);
  expect(console).toEqual({ info: own, warn: own, error: own });
});
