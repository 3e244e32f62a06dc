import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasLines, readSteps, startOf, withoutFile, withPorts } from './tutorial-steps.mjs';

const PAGE = readFileSync(join(import.meta.dirname, '../../apps/docs/pages/tutorial/index.md'), 'utf8');
const fence = (language, code) => `\`\`\`${language}\n${code}\n\`\`\`\n`;

it('the tutorial has eight steps, and each ends with something to see', () => {
  const steps = readSteps(PAGE);
  expect(steps.map(({ title }) => title[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  for (const { actions } of steps) expect(['printed', 'shown']).toContain(actions.at(-1).kind);
});

it('reads what a reader types, writes, presses and sees', () => {
  const page = [
    '# Title\n\nOpen <http://before.the/steps>.\n\n## 1. One\n',
    fence('ts', '// app/a.ts: a comment\nexport {};'),
    fence('sh', 'npm run build'),
    fence('text', 'Done'),
    fence('sh', '# terminal server\nnpm start'),
    'Open <http://localhost:3000/a>. Press “Buy”. You see “Shop”: well.\nYou see in the terminal “receiver”:\n',
    fence('text', 'error: …'),
    'Throw in the console of the page: `throw 1`. You see the event “1” in Sentry.\n',
    'Stop the terminal “server” with Ctrl+C.\n\n## Words only\n\nNothing.\n',
  ].join('\n');
  expect(readSteps(page)).toEqual([
    {
      title: '1. One',
      actions: [
        { kind: 'write', path: 'app/a.ts', text: '// app/a.ts: a comment\nexport {};\n' },
        { kind: 'run', terminal: undefined, commands: 'npm run build\n' },
        { kind: 'printed', terminal: undefined, lines: ['Done'] },
        { kind: 'start', terminal: 'server', commands: 'npm start\n' },
        { kind: 'open', url: 'http://localhost:3000/a' },
        { kind: 'press', label: 'Buy' },
        { kind: 'shown', text: 'Shop' },
        { kind: 'printed', terminal: 'receiver', lines: ['error: …'] },
        { kind: 'type', code: 'throw 1' },
        { kind: 'arrived', event: '1' },
        { kind: 'stop', terminal: 'server' },
      ],
    },
  ]);
});

it('leaves out a file, and nothing else', () => {
  const kept = { kind: 'write', path: 'b.ts', text: '' };
  const run = { kind: 'run', commands: 'npm start' };
  expect(withoutFile([{ title: '1', actions: [{ ...kept, path: 'a.ts' }, kept, run] }], 'a.ts')).toEqual([
    { title: '1', actions: [kept, run] },
  ]);
});

it('refuses a file without a name', () => {
  expect(() => readSteps(`## 1\n\n${fence('ts', 'export {};')}`)).toThrow('names no file');
});

it.each([
  ['finds lines in their order, with anything between', 'a\nx\nb 7 c', ['a', 'b … c'], true],
  ['takes signs as they are', 'a+b', ['a+b'], true],
  ['misses a line', 'a', ['a', 'b'], false],
  ['misses lines in another order', 'b\na', ['a', 'b'], false],
  ['wants something for …', 'b  c', ['b … c'], false],
])('%s', (_title, printed, lines, found) => expect(hasLines(printed, lines)).toBe(found));

it('replaces ports, and no part of another number', () => {
  expect(withPorts('listen 3000; a:3000/b 30001 v3000', { 3000: 4001 })).toBe(
    'listen 4001; a:4001/b 30001 v3000',
  );
});

it('reads the start of a page as one step, with the DSN of a receiver, and not what comes next', () => {
  const page = `# Start: X\n\n${fence('sh', 'export DSN=https://…@o450.ingest.sentry.io/4509')}\n## Next steps\n\n${fence('sh', 'no')}`;
  expect(readSteps(startOf(page, 'http://key@127.0.0.1:1/2'))).toEqual([
    {
      title: 'Start: X',
      actions: [{ kind: 'run', terminal: undefined, commands: 'export DSN=http://key@127.0.0.1:1/2\n' }],
    },
  ]);
});

it.each(['next', 'vite', 'express', 'tunnel-server'])(
  'the start with %s ends with something to see',
  (name) => {
    const text = readFileSync(join(import.meta.dirname, `../../apps/docs/pages/start/${name}.md`), 'utf8');
    const [step] = readSteps(startOf(text, 'http://key@127.0.0.1:1/2'));
    expect(['printed', 'shown', 'arrived']).toContain(step.actions.at(-1).kind);
  },
);
