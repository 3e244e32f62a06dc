import { describe, expect, it } from '@jest/globals';
import { createDraft } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { raiseRange } from './raise-range.ts';

const json = (dependencies: Record<string, string>): string => JSON.stringify({ dependencies }, undefined, 2);

describe('raiseRange', () => {
  const raise = (contents: Record<string, string>, range = '^11.0.0') => {
    const draft = createDraft(memoryFiles(contents));
    const outcome = raiseRange(draft, 'package.json', '@sentry/nextjs', range);
    return { outcome, texts: draft.changes().map(({ after }) => after) };
  };
  const CATALOG = json({ '@sentry/nextjs': 'catalog:' });

  it('sets a range in the package.json', () => {
    const before = json({ '@sentry/nextjs': '^10.0.0' });
    expect(raise({ 'package.json': before })).toEqual({
      outcome: { path: 'package.json' },
      texts: [before.replace('^10', '^11')],
    });
  });

  it.each([
    ['# ours\ncatalog:\n    "@sentry/nextjs": 10.53.1 # pinned\n', '11.2.0', '11.2.0 # pinned'],
    ["catalog: { '@sentry/nextjs': '10.53.1' }\n", '11.2.0', "'11.2.0' }"],
    ['catalog:\n  "@sentry/nextjs": 10.53.1\n', '>=10 <12', "'>=10 <12'\n"],
  ])('sets it in a catalog, and keeps all else: %j', (before, range, expected) => {
    const { outcome, texts } = raise({ 'package.json': CATALOG, 'pnpm-workspace.yaml': before }, range);
    expect(outcome).toEqual({ path: 'pnpm-workspace.yaml' });
    expect(texts[0]).toContain(expected);
    expect(texts[0]?.slice(0, 8)).toBe(before.slice(0, 8));
  });

  it.each<[Record<string, string>, string]>([
    [{ 'package.json': CATALOG }, 'no catalog has @sentry/nextjs'],
    [{ 'package.json': '{}' }, 'no catalog has @sentry/nextjs'],
    [{ 'package.json': json({ '@sentry/nextjs': 'workspace:*' }) }, '@sentry/nextjs is workspace:*'],
    [
      { 'package.json': json({ '@sentry/nextjs': 'patch:@sentry/nextjs@npm%3A10.1.0#./a.patch' }) },
      '@sentry/nextjs is patch:@sentry/nextjs@npm%3A10.1.0#./a.patch',
    ],
  ])('says why it changes nothing: %j', (contents, why) => {
    expect(raise(contents)).toEqual({ outcome: { path: 'package.json', why }, texts: [] });
  });
});
