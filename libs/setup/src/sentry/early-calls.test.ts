import { describe, expect, it } from '@jest/globals';
import { convert, readWizard } from '../../testing/conversion.helper.ts';
import { memoryFiles } from '@adit/testing';
import { readRepository } from '@adit/codebase';
import { planConversion } from './plan-conversion.ts';

const SDK = "import * as Sentry from '@sentry/nextjs';\n";
const CLIENT = `'use client';\n${SDK}`;

/**
 * Converts an application of the wizard with additional files. Returns the steps of those that are not the wizard's.
 */
function convertWith(files: Readonly<Record<string, string>>) {
  return convert({ ...readWizard('8.0.0')['app-ts'], ...files });
}

describe('captureException in code of the browser', () => {
  it.each([
    ['Sentry.captureException(error);', 'captureError(error);'],
    [
      'read().catch((error) => Sentry.captureException(error));',
      'read().catch((error) => captureError(error));',
    ],
    ['void Sentry.captureException(error);', 'void captureError(error);'],
    [
      "Sentry.captureException(error, { tags: { shop: 'graz' }, extra: { order }, level: 'warning' });",
      "captureError(error, { tags: { shop: 'graz' }, extra: { order }, level: 'warning' });",
    ],
    [
      "Sentry.withScope((scope) => { scope.setTag('shop', 'graz'); scope.setTags({ a: 1 }); scope.setExtra('my-order', order); scope.setLevel('fatal'); Sentry.captureException(error); });",
      "captureError(error, { tags: { shop: 'graz', a: 1 }, extra: { 'my-order': order }, level: 'fatal' });",
    ],
    ['Sentry.withScope(() => { Sentry.captureException(error); });', 'captureError(error);'],
    ['read().catch(Sentry.captureException);', 'read().catch(captureError);'],
    [
      'Sentry.captureException(error, { tags, contexts: { cart }, user: { id: idOf(user) } });',
      'captureError(error, { tags, contexts: { cart }, user: { id: idOf(user) } });',
    ],
    [
      "Sentry.withScope((scope) => { scope.setUser(user); scope.setTag(name, one()); scope.setTags(tags); scope.setContext('cart', cart); Sentry.captureException(error); });",
      'captureError(error, { user: user, tags: { [name]: one(), ...tags }, contexts: { cart: cart } });',
    ],
  ])('becomes captureError where that says the same: %s', (code, written) => {
    const { read, byHand } = convertWith({ 'components/pay.tsx': `// Pays.\n${CLIENT}\n${code}\n` });
    expect(read('components/pay.tsx')).toBe(
      `// Pays.\n'use client';\nimport { captureError } from '@adit/next/report';\n\n${written}\n`,
    );
    expect(byHand).toEqual([]);
  });

  it.each([
    [
      'Sentry.captureException(error, { ...hint });',
      'captureException in code of the browser (with more than captureError has)',
    ],
    [
      'Sentry.captureException(error, { mechanism: { handled: false } });',
      'captureException in code of the browser (with more than captureError has)',
    ],
    [
      'const id = Sentry.captureException(error);',
      'captureException in code of the browser (and uses its result)',
    ],
    ['onFailure(Sentry.captureException);', 'captureException in code of the browser'],
    [
      'Sentry.withScope((scope) => { scope.setUser(null); Sentry.captureException(error); });',
      'captureException in code of the browser (with more of a scope than captureError has)',
    ],
    [
      'Sentry.withScope((scope) => { scope.clear(); Sentry.captureException(error); });',
      'captureException in code of the browser (with more of a scope than captureError has)',
    ],
  ])('is named where it does not: %s', (code, why) => {
    const text = `${CLIENT}\n${code}\n`;
    const { read, byHand } = convertWith({ 'components/pay.tsx': text });
    expect(byHand).toEqual([`components/pay.tsx: it calls ${why}`]);
    expect(read('components/pay.tsx')).toBe(text);
  });

  it('becomes captureError in a module that a client module imports, too: it also reports on servers', () => {
    const report = `${SDK}export function report(error: unknown) {\n  Sentry.captureException(error);\n}\n`;
    const { byHand, read } = convertWith({
      'lib/report.ts': report,
      'components/pay.tsx': "'use client';\nimport { report } from '../lib/report';\nreport(1);\n",
      // Control: no code of the browser imports it.
      'lib/mail.ts': report,
      'app/actions.ts': `'use server';\n${SDK}Sentry.captureException(1);\n`,
      'app/own.tsx': "'use client';\nimport Sentry from './own';\nSentry.captureException(1);\n",
    });
    expect(byHand).toEqual([]);
    expect(read('lib/report.ts')).toContain('  captureError(error);');
    expect(read('lib/mail.ts')).toBe(report);
  });
});

it('keeps what else a file uses of the SDK, and a captureError of its own', () => {
  const { read, byHand } = convertWith({
    'components/pay.tsx':
      "'use client';\nimport { captureException, setTag } from '@sentry/nextjs';\nsetTag('a', 'b');\ncaptureException(1);\n",
    'components/own.tsx': `${CLIENT}const captureError = Sentry.captureException;\nSentry.captureException(1);\n`,
  });
  expect(read('components/pay.tsx')).toBe(
    "'use client';\nimport { captureError } from '@adit/next/report';\nimport { setTag } from '@sentry/nextjs';\nsetTag('a', 'b');\ncaptureError(1);\n",
  );
  expect(byHand).toEqual(['components/own.tsx: it calls captureException in code of the browser']);
});

it.each([
  ['<button onClick={() => Sentry.getFeedback()?.createForm()} />', 'getFeedback'],
  ['<button onClick={() => Sentry.showReportDialog()} />', 'showReportDialog'],
  ['<button onClick={() => Sentry.getReplay()?.flush()} />', 'getReplay'],
  ['<button onClick={() => Sentry.captureMessage("x")} />', 'captureMessage'],
  ['<Sentry.ErrorBoundary fallback={null}>x</Sentry.ErrorBoundary>', 'ErrorBoundary'],
])('%s is named, with what to write', (code, name) => {
  const { steps } = convertWith({ 'components/own.tsx': `${CLIENT}\nexport const Own = () => ${code};\n` });
  expect(steps.filter(({ byHand }) => byHand)).toMatchObject([
    {
      path: 'components/own.tsx',
      byHand: {
        why: `it calls ${name} in code of the browser`,
        snippet: expect.stringContaining("from '@adit/next/report'"),
      },
    },
  ]);
});

it('what notes something on a scope, or is mended, is not named', () => {
  const { byHand } = convertWith({
    'components/own.tsx': `${CLIENT}
import { captureError } from '@adit/next/report';
Sentry.setUser({ id: '7' });
export const Own = () => <Sentry.ErrorBoundary onError={(error) => captureError(error)}>x</Sentry.ErrorBoundary>;
`,
  });
  expect(byHand).toEqual([]);
});

it('a trace that is written twice is named', () => {
  const { byHand } = convertWith({
    'app/shop/layout.tsx': `${SDK}export const generateMetadata = () => ({ other: Sentry.getTraceData() });\n`,
  });
  expect(byHand).toEqual(['app/shop/layout.tsx: it writes the same a second time by getTraceData']);
});

it('names that SDK 11 does not have are said in all files that stay', () => {
  const { byHand } = convertWith({
    'lib/trace.ts': `${SDK}export const start = () => Sentry.startTransaction({ name: 'x' });\n`,
    'lib/span.ts': `${SDK}export const start = () => Sentry.startSpan({ name: 'x' }, () => undefined);\n`,
  });
  expect(byHand).toEqual(['lib/trace.ts: SDK 11 does not have startTransaction (in its place: startSpan())']);
});

it('a second conversion names what is still open, and nothing once it is done', () => {
  const { files, byHand } = convertWith({ 'components/own.tsx': `${CLIENT}\nSentry.captureMessage('x');\n` });
  const again = () => planConversion(readRepository(files), files);
  expect(byHand).toHaveLength(1);
  expect(again().changes).toEqual([]);
  expect(again().steps.map(({ path, byHand: open }) => [path, open?.why])).toEqual([
    ['components/own.tsx', 'it calls captureMessage in code of the browser'],
  ]);
  files.write('components/own.tsx', "'use client';\n");
  expect(again()).toEqual({ changes: [], steps: [] });
  expect(planConversion(readRepository(memoryFiles({})), memoryFiles({}))).toEqual({
    changes: [],
    steps: [],
  });
});
