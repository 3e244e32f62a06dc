import { expect, it } from '@jest/globals';
import { moveCode } from './moved-code.ts';
import { readModule } from './module-scope.ts';

/** The last statement of a file in `src`, as it is written in the folder. */
function move(text: string, folder = '') {
  const module = readModule('src/a.ts', text);
  const last = module?.source.statements.at(-1);
  if (!module || !last) throw new Error('no statement');
  const code = moveCode(module, [last], folder);
  return 'why' in code
    ? code.why
    : { text: code.textOf(last), imports: code.imports, sdkNames: code.sdkNames };
}

it.each<[string, string, readonly string[], readonly string[]]>([
  ["import { b as c } from './b';\nuse(c);", 'use(c);', ["import { b as c } from './src/b';"], []],
  ["import b, * as c from '@/b';\nuse(b, c);", 'use(b, c);', ["import b, * as c from '@/b';"], []],
  ["import('./b');", "import('./src/b');", [], []],
  ["require('../b');", "require('./b');", [], []],
  ["other('./b');", "other('./b');", [], []],
  [
    "import { captureMessage as tell } from '@sentry/nextjs';\nuse({ tell });",
    'use({ tell: captureMessage });',
    [],
    ['captureMessage'],
  ],
  [
    "import * as Sentry from '@sentry/nextjs';\nuse((a: Sentry.Event) => Sentry.captureEvent(a));",
    'use((a: Event) => captureEvent(a));',
    [],
    ['captureEvent', 'type Event'],
  ],
])('moves %j', (text, moved, imports, sdkNames) => {
  expect(move(text)).toEqual({ text: moved, imports, sdkNames });
});

it('keeps paths that leave the new folder', () => {
  expect(move("import('./b');", 'config')).toMatchObject({ text: "import('../src/b');" });
});

it.each([
  ["import * as Sentry from '@sentry/nextjs';\nuse(Sentry);", 'its code passes on the SDK as a whole'],
  [
    "import * as Sentry from '@sentry/nextjs';\nuse((captureEvent) => Sentry.captureEvent(captureEvent));",
    'its code has a name of its own that the SDK has, too: captureEvent',
  ],
])('says why it cannot move %j', (text, why) => {
  expect(move(text)).toBe(why);
});
