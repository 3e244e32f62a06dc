import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(__dirname, '..');
const OF_MCP = /^import (?!type )[^;]*? from '(?:zod|@modelcontextprotocol\/[^']*|(?:\.\.?\/)+mcp\/[^']*)';/m;

it('other commands do not load the protocol', () => {
  const scripts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const loading = scripts.filter((path) => OF_MCP.test(readFileSync(join(SOURCES, path), 'utf8')));

  expect(loading.length).toBeGreaterThan(4);
  expect(loading.filter((path) => !path.startsWith('mcp/'))).toEqual([]);
});
