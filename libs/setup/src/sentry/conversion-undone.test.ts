import { describe, expect, it } from '@jest/globals';
import { convert, readWizard } from '../../testing/conversion.helper.ts';
import { memoryFiles } from '@adit/testing';
import { applyPlan, readRepository, RECORD_PATH } from '@adit/codebase';
import { planRemoval } from '../removal/plan-removal.ts';
import { planConversion } from './plan-conversion.ts';

type Memory = ReturnType<typeof memoryFiles>;

const wizard = readWizard('6.13.0')['app-ts'];

function remove(files: Memory, applications?: readonly string[]) {
  const plan = planRemoval(readRepository(files), files, applications && { applications });
  applyPlan(files, plan);
  return plan.steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand.snippet] as const] : []));
}
const edit = (files: Memory, path: string, from: string, to: string) =>
  files.write(path, (files.read(path) ?? '').replace(from, to));

describe('a removal after a conversion', () => {
  it('keeps what was changed since, and says what was there', () => {
    const { files } = convert(wizard);
    edit(files, 'next.config.ts', '/* config options here */', 'reactStrictMode: true,');
    edit(files, 'package.json', '"react"', '"lodash": "1",\n    "react"');
    edit(files, 'app/error.tsx', '@adit/next/screens/error', './own-error');
    const byHand = remove(files);

    expect(byHand).toEqual([['next.config.ts', wizard['next.config.ts']]]);
    expect(files.read('next.config.ts')).toContain('reactStrictMode: true,');
    expect(files.read('next.config.ts')).not.toContain('withAdit');
    expect(files.read('package.json')).toBe(
      wizard['package.json']!.replace('"react"', '"lodash": "1",\n    "react"'),
    );
    expect(files.read('app/error.tsx')).toContain('./own-error');
    expect(files.read('instrumentation-client.ts')).toBe(wizard['instrumentation-client.ts']);
    expect(files.exists('.adit')).toBe(false);
  });

  it('takes the block for agents out of a file that has changed since', () => {
    const { files } = convert({ ...wizard, 'AGENTS.md': '# Rules\n' });
    expect(files.read('AGENTS.md')).toContain('npx @adit/cli doctor');
    edit(files, 'AGENTS.md', '# Rules', '# Our rules');

    expect(remove(files)).toEqual([]);
    expect(files.read('AGENTS.md')).toBe('# Our rules\n');
  });

  it('says that it leaves integrations which were changed since, and nothing of those that are gone', () => {
    const path = 'sentry.integrations.ts';
    const client = wizard['instrumentation-client.ts']!.replace('.init({', '.init({\n  ignoreErrors: [/a/],');
    const filtering = { ...wizard, 'instrumentation-client.ts': client };
    const changed = convert(filtering).files;
    expect(changed.exists(path)).toBe(true);
    changed.write(path, `${changed.read(path)}// mine\n`);
    const gone = convert(filtering).files;
    gone.remove(path);

    expect(remove(changed)).toEqual([[path, `rm ${path}`]]);
    expect(changed.read(path)).toMatch(/mine\n$/);
    expect(remove(gone)).toEqual([]);
  });

  it('leaves a manifest alone that is gone', () => {
    const { files } = convert(wizard);
    const repository = readRepository(files);
    files.remove('package.json');
    applyPlan(files, planRemoval(repository, files));
    expect(files.read('package.json')).toBeUndefined();
  });

  it.each([['no JSON'], ['{"version":2,"files":{"a":{"before":"b","after":null}}}']])(
    'reads no record that is %s',
    (record) => {
      const contents = { 'package.json': wizard['package.json']!, 'app/page.tsx': '', [RECORD_PATH]: record };
      const files = memoryFiles(contents);
      expect(remove(files)).toEqual([]);
      expect(files.read('a')).toBeUndefined();
    },
  );
});

describe('the record', () => {
  it('keeps what was there first, over two conversions', () => {
    const { files } = convert(wizard);
    files.write('next.config.ts', wizard['next.config.ts']!);
    applyPlan(files, planConversion(readRepository(files), files));
    expect(remove(files)).toEqual([]);
    expect(Object.fromEntries(files.contents)).toEqual(wizard);
  });

  it('does not hold a file that is too large, and says so', () => {
    const large = `${wizard['next.config.ts']}// ${'x'.repeat(300_000)}\n`;
    const { files, steps } = convert({ ...wizard, 'next.config.ts': large });
    expect(steps.at(-1)).toEqual({
      application: '',
      path: RECORD_PATH,
      reason:
        'It keeps the files as they were, so that a removal can put them back. Too large for it: next.config.ts.',
    });
    expect(files.read(RECORD_PATH)!.length).toBeLessThan(100_000);
    expect(remove(files)).toEqual([]);
    expect(files.read('next.config.ts')).not.toContain('withAdit');
  });

  it('is that of each application, also with one manifest', () => {
    const { 'package.json': manifest, ...rest } = wizard;
    const inFolder = (folder: string) =>
      Object.fromEntries(Object.entries(rest).map(([path, text]) => [`${folder}/${path}`, text]));
    const contents = {
      'nx.json': '{}',
      'package.json': manifest!,
      'apps/a/project.json': '{}',
      ...inFolder('apps/a'),
      'apps/b/project.json': '{}',
      ...inFolder('apps/b'),
    };
    const { files } = convert(contents);
    const between = files.read('package.json');
    expect(remove(files, ['apps/a'])).toEqual([]);
    expect(files.read('apps/a/next.config.ts')).toBe(wizard['next.config.ts']);
    expect(files.read('apps/b/next.config.ts')).toContain('withAdit');
    expect(files.read('package.json')).toBe(between);
    expect(remove(files, ['apps/b'])).toEqual([]);
    expect(Object.fromEntries(files.contents)).toEqual(contents);
  });
});
