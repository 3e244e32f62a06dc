import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { createAbilities } from '../abilities.ts';
import { runCli } from '../cli.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(text: string | undefined, ...options: string[]) {
  if (text !== undefined) writeFileSync(join(folder, 'policy.json'), text);
  const host = recordedHost(folder);
  const args = ['policy', 'check', 'policy.json', ...options];
  const exitCode = await runCli(args, createAbilities({}, '22.12.0'), '1.0.0', host);
  return { exitCode, out: host.out(), err: host.err() };
}

describe('policy check', () => {
  it('says that a document has no problems', async () => {
    expect(await check('{ "version": 1 }')).toEqual({
      exitCode: 0,
      out: 'policy.json is a policy document without problems.\n',
      err: '',
    });
    expect((await check('{ "version": 1 }', '--json')).out).toBe('{\n  "version": 1,\n  "problems": []\n}\n');
  });

  it('prints each problem with its line', async () => {
    const { exitCode, out } = await check(
      '{\n  "version": 1,\n  "rules": [\n    { "id": "A b", "action": "drop",\n      "when": { "message": 1 } }\n  ]\n}\n',
    );
    expect(exitCode).toBe(1);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^policy\.json:4 {2}rules\[0\]\.id is "A b"; accepted: /);
    expect(lines[1]).toMatch(/^policy\.json:5 {2}rules\[0\]\.when\.message is 1; accepted: /);
  });

  it('says that there may be more problems than it lists', async () => {
    const rule = (index: number): object => ({ id: `r-${index}`, action: 'none', when: {} });
    const document = (count: number): string =>
      JSON.stringify({ version: 1, rules: Array.from({ length: count }, (_, index) => rule(index)) });

    expect((await check(document(19))).out).not.toContain('There may be more');
    const lines = (await check(document(25))).out.trim().split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('There may be more: the check ends at 20 problems.');
  });

  it('prints the place at which a text stops being JSON', async () => {
    const { exitCode, out } = await check('{\n  "version": 1,\n}\n');
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^policy\.json:3 {2}The document is no JSON: line 3, column 1: .*\n$/);
  });

  it('prints JSON', async () => {
    const { exitCode, out } = await check('{\n  "version": 2 }', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      problems: [{ path: 'version', message: expect.stringMatching(/^is 2; /), line: 2 }],
    });
  });

  it('ends with 2 if the file cannot be read, or is none', async () => {
    expect(await check(undefined)).toEqual({
      exitCode: 2,
      out: '',
      err: 'adit: policy.json cannot be read (ENOENT)\n',
    });
    writeFileSync(join(folder, 'policy.json'), '');
    truncateSync(join(folder, 'policy.json'), 4_194_305);
    expect((await check(undefined)).err).toBe(
      'adit: policy.json is larger than 4194304 bytes; a policy document has at most 1 MiB\n',
    );
  });
});
