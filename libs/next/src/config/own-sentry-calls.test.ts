/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOwnSentryCalls } from './own-sentry-calls.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'adit-calls-'))));
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const IMPORT = "import * as Sentry from '@sentry/nextjs';\n";

it.each([
  ['components/pay.tsx', IMPORT],
  ['src/app/cart/page.js', `'use client';\nimport {\n  captureMessage,\n} from "@sentry/react";\n`],
  ['lib/late.ts', "const report = async () => (await import('@sentry/nextjs')).captureMessage('x');"],
  ['lib/again.ts', "export { captureMessage } from '@sentry/nextjs';"],
  ['lib/report.cjs', "const { captureException } = require('@sentry/browser');"],
])('finds %s', (path, code) => {
  write('app/page.tsx', 'export default () => null;');
  write(path, code);
  expect(findOwnSentryCalls(root)).toBe(`${path} imports a Sentry package`);
});

it.each([
  ['instrumentation.ts', IMPORT],
  ['src/instrumentation-client.ts', IMPORT],
  ['sentry.server.config.ts', IMPORT],
  ['next.config.mjs', IMPORT],
  ['app/pay/route.ts', IMPORT],
  ['pages/api/pay.ts', IMPORT],
  ['proxy.ts', IMPORT],
  ['lib/log.server.ts', IMPORT],
  ['lib/pay.test.tsx', IMPORT],
  ['lib/actions.ts', `'use server';\n${IMPORT}`],
  ['lib/db.ts', `import 'server-only';\n${IMPORT}`],
  ['lib/types.ts', "import type { Event } from '@sentry/nextjs';"],
  ['lib/other.ts', "import { x } from '@sentry/nextjs-helpers';"],
  ['node_modules/x/index.js', IMPORT],
  ['.next/server/app.js', IMPORT],
  ['notes.txt', IMPORT],
])('does not count %s', (path, code) => {
  write(path, code);
  expect(findOwnSentryCalls(root)).toBeUndefined();
});

it('continues behind what it cannot read', () => {
  symlinkSync(join(root, 'nowhere'), join(root, 'a.ts'));
  write('z.ts', IMPORT);
  expect(findOwnSentryCalls(root)).toBe('z.ts imports a Sentry package');
  expect(findOwnSentryCalls(join(root, 'missing'))).toBeUndefined();
});

it('takes an application that is too large to know for one with such calls', () => {
  for (const name of ['a', 'b', 'c']) write(`${name}.ts`, '');
  expect(findOwnSentryCalls(root, 3)).toBeUndefined();
  expect(findOwnSentryCalls(root, 2)).toBe('the application has more than 2 files');
});
