import { expect, it } from '@jest/globals';
import { readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { CONVERT } from '../set-up/refusals.ts';
import { leftOver, withoutConvert } from './left-over.ts';

const INIT = "import * as Sentry from '@sentry/nextjs';\nSentry.init({});\n";
const whyOf = (contents: Record<string, string>) => {
  const files = memoryFiles({
    'package.json': '{ "dependencies": { "next": "16" } }',
    'app/page.js': '',
    ...contents,
  });
  const [application] = readRepository(files).applications;
  if (!application) throw new Error('no application');
  const steps = [
    { application: '', path: 'a', reason: 'kept' },
    { application: '', path: 'b', reason: 'advice', byHand: { why: '', snippet: CONVERT } },
  ];
  const shown = withoutConvert(steps, files, application).map(({ path }) => path);
  return { why: leftOver(files, application)[0]?.byHand?.why, shown };
};

it.each<[Record<string, string>, string | undefined, readonly string[]]>([
  [{}, undefined, ['a']],
  [
    { 'instrumentation-client.js': INIT },
    'the conversion does not know how instrumentation-client.js uses Sentry’s SDK',
    ['a', 'instrumentation-client.js'],
  ],
  [
    { 'instrumentation-client.js': INIT, 'sentry.client.config.js': INIT },
    'the conversion does not know how instrumentation-client.js, sentry.client.config.js use Sentry’s SDK',
    ['a', 'instrumentation-client.js'],
  ],
])('names the files of %j', (contents, why, shown) => {
  expect(whyOf(contents)).toEqual({ why, shown });
});
