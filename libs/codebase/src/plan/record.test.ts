import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { createDraft } from './draft.ts';
import { chosenApplications, chosenKitApplications } from './plan.ts';
import { RECORD_PATH, recordChanges, recordedPaths, restoreRecorded } from './record.ts';

const all = () => true;
const changed = (path: string, before: string | undefined, after: string | undefined) => ({
  path,
  before,
  after,
});

it('puts back the files that nobody changed since', () => {
  const files = memoryFiles({ 'a.ts': 'new', 'b.ts': 'new', 'c.ts': 'new' });
  recordChanges(createDraft(files), []);
  expect(files.exists(RECORD_PATH)).toBe(false);

  const draft = createDraft(files);
  const tooLarge = recordChanges(draft, [
    changed('a.ts', 'old', 'new'),
    changed('b.ts', 'old', 'new'),
    changed('c.ts', undefined, 'new'),
    changed('d.ts', 'gone', undefined),
  ]);
  expect(tooLarge).toEqual([]);
  expect(recordedPaths(draft)).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  draft.write('b.ts', 'by a person');

  expect(restoreRecorded(draft, (path) => path !== 'd.ts')).toEqual({
    paths: ['a.ts', 'c.ts'],
    changed: new Map([['b.ts', 'old']]),
  });
  expect([draft.read('a.ts'), draft.read('b.ts'), draft.exists('c.ts')]).toEqual([
    'old',
    'by a person',
    false,
  ]);
  expect(recordedPaths(draft)).toEqual(['d.ts']);
  expect(restoreRecorded(draft, all).paths).toEqual(['d.ts']);
  expect(draft.read('d.ts')).toBe('gone');
  expect(draft.exists(RECORD_PATH)).toBe(false);
});

it('keeps the first text of a file, and what was created stays unknown', () => {
  const draft = createDraft(memoryFiles());
  recordChanges(draft, [changed('a.ts', 'first', 'second'), changed('b.ts', undefined, 'x')]);
  recordChanges(draft, [changed('a.ts', 'second', 'third')]);
  draft.write('a.ts', 'third');
  draft.write('b.ts', 'y');

  expect(restoreRecorded(draft, all)).toEqual({ paths: ['a.ts'], changed: new Map([['b.ts', undefined]]) });
  expect(draft.read('a.ts')).toBe('first');
});

it('leaves out files that are too large, alone or with the others', () => {
  const draft = createDraft(memoryFiles());
  const half = 'a'.repeat(262_144);
  const many = Array.from({ length: 9 }, (_one, index) => changed(`${index}.ts`, half, ''));

  expect(recordChanges(draft, [changed('large.ts', `${half}a`, ''), ...many])).toEqual(['large.ts', '8.ts']);
});

it.each([undefined, 'no JSON', '{ "version": 0, "files": { "a.ts": {} } }'])(
  'ignores the record %s',
  (text) => {
    const files = memoryFiles(text === undefined ? {} : { [RECORD_PATH]: text });
    expect(recordedPaths(files)).toEqual([]);
    expect(restoreRecorded(createDraft(files), all).paths).toEqual([]);
  },
);

it('chooses all applications, or those of the options', () => {
  const [one, two] = [{ folder: 'a' }, { folder: 'b' }];
  const repository = { applications: [one], kitApplications: [two] } as never;

  expect(chosenApplications(repository, {})).toEqual([one]);
  expect(chosenKitApplications(repository, {})).toEqual([two]);
  expect(chosenApplications(repository, { applications: ['b'] })).toEqual([]);
  expect(chosenKitApplications(repository, { applications: ['b'] })).toEqual([two]);
  expect(() => chosenApplications(repository, { applications: ['c'] })).toThrow(
    new Error('there is no application in "c"; accepted: "a", "b"'),
  );
  const empty = { applications: [], kitApplications: [] } as never;
  expect(() => chosenApplications(empty, { applications: [''] })).toThrow(/none was found/);
});
