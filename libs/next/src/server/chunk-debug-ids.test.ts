/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createStackParser, createTransport, type ErrorEvent } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { getClient } from '@sentry/nextjs';
import { readDebugIds } from './chunk-debug-ids.ts';

jest.mock('@sentry/nextjs', () => ({ getClient: jest.fn() }));

const ID = 'd1403940-0eb6-45df-81ab-f38c224a170d';

let folder: string;
const write = (path: string, text: string): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-chunks-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The debug images that the SDK sends with an error thrown in this file. */
function imagesOf(file: string, prepare = readDebugIds): unknown {
  let sent: ErrorEvent | undefined;
  const client = new ServerRuntimeClient({
    dsn: 'https://key@o450.ingest.sentry.io/42',
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) => createTransport(options, () => Promise.resolve({})),
    beforeSend: (event) => {
      sent = event;
      return null;
    },
  });
  client.init();
  jest.mocked(getClient).mockReturnValue(client);
  prepare();
  const stack = `Error: x\n    at GET (${file}:14:15986)\n    at run (node:async_hooks:335:14)`;
  client.captureException(Object.assign(new Error('x'), { stack }));
  expect(sent?.exception?.values?.[0]?.stacktrace?.frames).toHaveLength(2);
  return sent?.debug_meta?.images;
}

it.each([
  ['Turbopack', '.next/server/edge/chunks/[root]__1rp._.js', `run();\n//# debugId=${ID}\n`],
  ['webpack', 'build/server/app/(shop)/route.js', `e._sentryDebugIdIdentifier="sentry-dbid-${ID}";run();`],
])('an error of the edge names the debug id of its chunk of %s', (_bundler, path, text) => {
  const file = write(path, text);

  expect(imagesOf(file)).toEqual([{ type: 'sourcemap', code_file: file, debug_id: ID }]);
});

it('control: the SDK alone does not know it', () => {
  const file = write('.next/server/edge/chunks/a.js', `//# debugId=${ID}`);

  expect(imagesOf(file, () => undefined)).toBeUndefined();
});

it.each([
  ['has none', '.next/server/edge/chunks/a.js', 'run();'],
  ['is no chunk of the build', '.next/server/node_modules/next/dist/server/a.js', `//# debugId=${ID}`],
  ['is not in the folder of the server', 'app/a.js', `//# debugId=${ID}`],
])('no debug id is named for a file that %s', (_case, path, text) => {
  expect(imagesOf(write(path, text))).toBeUndefined();
});

it('an error whose file is gone is still reported', () => {
  expect(imagesOf(join(folder, 'server/edge/gone.js'))).toBeUndefined();
});

it('does nothing without a client', () => {
  jest.mocked(getClient).mockReturnValue(undefined);
  expect(() => readDebugIds()).not.toThrow();
});
