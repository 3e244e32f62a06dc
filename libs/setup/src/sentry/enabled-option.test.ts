import { expect, it } from '@jest/globals';
import { enabledOption } from './enabled-option.ts';
import { findInit } from './find-init.ts';
import { readModule } from './module-scope.ts';

const valueOf = (start: string): string | undefined => {
  const module = readModule('a.ts', `import * as Sentry from '@sentry/nextjs';\n${start}`);
  const init = module && findInit(module);
  if (!module || !init || 'why' in init) throw new Error(`no start in ${start}`);
  const option = enabledOption(init.guards, module);
  return option && 'value' in option ? option.value : undefined;
};

it.each([
  ['if (a) Sentry.init({});', 'Boolean($0)'],
  ['if (a && b) Sentry.init({});', 'Boolean($0)'],
  ['if ((a === 1)) Sentry.init({});', '$0'],
  ['if (!a) Sentry.init({});', '$0'],
  ['if (-a) Sentry.init({});', 'Boolean($0)'],
  ['if (Boolean(a)) Sentry.init({});', '$0'],
  ["if (a.includes('b')) Sentry.init({});", '$0'],
  ['if (f(a)) Sentry.init({});', 'Boolean($0)'],
  ['if (false) Sentry.init({});', '$0'],
  ['if (a === 1 || !b) Sentry.init({});', '$0'],
  ['if (a === 1 || b) Sentry.init({});', 'Boolean($0)'],
  ['if (a === 1 || !b) if (c === 2) Sentry.init({});', '($0) && $1'],
  ['if (a) {} else Sentry.init({});', '!$0'],
  ['if (a && b) {} else Sentry.init({});', '!($0)'],
  ['if (window.a) Sentry.init({});', "typeof window === 'undefined' || (Boolean($0))"],
])('writes the condition of %s', (start, value) => {
  expect(valueOf(start)).toBe(value);
});

it.each([
  'Sentry.init({});',
  'if (true) Sentry.init({});',
  "if (typeof window !== 'undefined') Sentry.init({});",
  "if (typeof window === 'undefined') {} else Sentry.init({});",
  'if (!Sentry.getClient()) Sentry.init({});',
  'if (process.env.NEXT_PUBLIC_SENTRY_DSN) Sentry.init({});',
  'const dsn = process.env.SENTRY_DSN;\nif (dsn) Sentry.init({});',
])('Adit has the condition itself: %s', (start) => {
  expect(valueOf(start)).toBeUndefined();
});
