import { describe, expect, it } from '@jest/globals';
import { applicationWith } from '../../testing/applications.helper.ts';
import { buildWith, ID, TURBOPACK, WEBPACK } from '../../testing/built-chunks.helper.ts';
import { builtChunksOf, debugIdOf } from './debug-ids.ts';

describe('the debug id of a script', () => {
  it.each([
    ['its start, from Turbopack', TURBOPACK.slice(0, 300)],
    ['its end, from Turbopack', TURBOPACK.slice(-60)],
    ['its start, from webpack', WEBPACK],
    ['capital letters', `//# debugId=${ID.toUpperCase()}`],
  ])('is found in %s', (_, text) => {
    expect(debugIdOf(text)).toBe(ID);
  });

  it.each([
    ['another id', `const id="${ID}"`],
    ["the SDK's own reading of debug ids", 'const m=e._sentryDebugIds;for(const k in e._debugIds){f(k,"x")}'],
    ['an id that is cut off', '//# debugId=e52ddfb0-e115'],
  ])('is not %s', (_, text) => {
    expect(debugIdOf(text)).toBeUndefined();
  });
});

it('a build is known by its chunks and its note', () => {
  const built = (overlay: object) => {
    const { repository, files } = applicationWith({ ...overlay });
    return builtChunksOf(repository.applications[0]!, files);
  };

  expect(built({})).toBeUndefined();
  expect(built(buildWith(TURBOPACK, { outcome: 'unknown', text: 'Nobody knows.' }))).toEqual({
    debugIds: new Map([[ID, '.next/static/chunks/b.js']]),
    chunks: ['.next/static/chunks/a.js', '.next/static/chunks/b.js'],
    upload: { outcome: 'unknown', text: 'Nobody knows' },
  });
  expect(built(buildWith('react', { text: 7 }))).not.toHaveProperty('upload');
});

it('says that a build may have more chunks than are read', () => {
  const chunks = Array.from({ length: 301 }, (_, index) => [`.next/static/chunks/${index}.js`, TURBOPACK]);
  const overlay = { ...buildWith('react'), ...(Object.fromEntries(chunks) as Record<string, string>) };
  const { repository, files } = applicationWith(overlay);
  expect(builtChunksOf(repository.applications[0]!, files)).toMatchObject({ mayHaveMore: true });
});
