/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInContext, createContext } from 'node:vm';
import type { NextConfig } from 'next';
import { addEdgeDebugIds, withDebugId } from './edge-debug-ids.ts';

const UUID = '[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-8[\\da-f]{3}-[\\da-f]{12}';
const CODE = 'done = true;\n\n//# sourceMappingURL=%5Broot%5D._.js.map';
const MAP = '{"version":3,"sources":["a.ts"],"mappings":"AAAA"}';

let distDir: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(distDir, path)), { recursive: true });
  writeFileSync(join(distDir, path), text);
};
const read = (path: string): string => readFileSync(join(distDir, path), 'utf8');

beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'adit-edge-'));
  write('server/edge/chunks/[root]._.js', CODE);
  write('server/edge/chunks/[root]._.js.map', MAP);
});
afterEach(() => {
  rmSync(distDir, { recursive: true });
});

/** Returns the chunk that Sentry's step finds, which runs after the compilation. */
async function build(config: NextConfig): Promise<string> {
  let found = '';
  const runAfterProductionCompile = (): Promise<void> => {
    found = read('server/edge/chunks/[root]._.js');
    return Promise.resolve();
  };
  const extended = addEdgeDebugIds({ ...config, compiler: { runAfterProductionCompile } });
  await extended.compiler?.runAfterProductionCompile?.({ projectDir: distDir, distDir });
  return found;
}

it('a chunk of the edge and its map have the same debug id before they are uploaded', async () => {
  const code = await build({ turbopack: { debugIds: true } });

  const id = new RegExp(`\\n//# debugId=(${UUID})\\n//# sourceMappingURL=`).exec(code)?.[1];
  expect(JSON.parse(read('server/edge/chunks/[root]._.js.map'))).toEqual({
    debugId: id,
    ...(JSON.parse(MAP) as object),
  });
  expect(code.startsWith('done = true;\n')).toBe(true);
});

it.each([
  ['Sentry’s step writes the ids, because the application has switched off those of Turbopack', false],
  ['the build makes no source maps', undefined],
])('control: nothing is written if %s', async (_case, debugIds) => {
  expect(await build({ turbopack: { ...(debugIds !== undefined && { debugIds }) } })).toBe(CODE);
  expect(read('server/edge/chunks/[root]._.js.map')).toBe(MAP);
});

it('chunks of Node, chunks without a map and applications without edge stay as they are', async () => {
  write('server/chunks/a.js', CODE);
  write('server/edge/chunks/b.js', 'done = true;');
  write('server/edge/chunks/c.js', 'done = true;\n//# sourceMappingURL=gone.js.map');
  await build({ turbopack: { debugIds: true } });

  expect(read('server/chunks/a.js')).toBe(CODE);
  expect(read('server/edge/chunks/b.js')).toBe('done = true;');
  const config = addEdgeDebugIds({ turbopack: { debugIds: true } });
  await expect(
    config.compiler?.runAfterProductionCompile?.({ projectDir: distDir, distDir: join(distDir, 'other') }),
  ).resolves.toBeUndefined();
});

it('a chunk that has a debug id keeps it, and the same chunk gets the same one', () => {
  const given = withDebugId(CODE, MAP);

  expect(given).toBeDefined();
  expect(withDebugId(CODE, MAP)).toEqual(given);
  expect(withDebugId(`${CODE} `, MAP)?.map).not.toBe(given?.map);
  expect(withDebugId(given!.code, given!.map)).toBeUndefined();
});

it('a chunk notes its debug id where the SDK of the edge looks for it, by a stack that names the chunk', () => {
  const context = createContext({});
  const { code, map } = withDebugId(CODE, MAP)!;
  runInContext(code, context, { filename: '/app/.next/server/edge/chunks/[root]._.js' });

  const { _debugIds: ids, done } = context as { _debugIds: Record<string, string>; done: boolean };
  expect(done).toBe(true);
  expect(Object.entries(ids)).toEqual([
    [
      expect.stringMatching(/^Error:? ?\n\s+at \/app\/\.next\/server\/edge\/chunks\/\[root\]\._\.js:3:/),
      (JSON.parse(map) as { debugId: string }).debugId,
    ],
  ]);
});
