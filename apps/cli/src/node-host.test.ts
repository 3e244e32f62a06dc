import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createNodeHost } from './node-host.ts';

const ENTER = '\r';
const CANCEL = '\u0003';
const DOWN = '\u001B[B';
const SPACE = ' ';

const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined });

function start(given: { env?: NodeJS.ProcessEnv; stdin?: boolean; stdout?: boolean } = {}) {
  const stdin = terminal(given.stdin ?? true);
  const stdout = terminal(given.stdout ?? true);
  const stderr = new PassThrough();
  const host = createNodeHost({ cwd: () => '/shop', env: given.env ?? {}, stdin, stdout, stderr });
  return { host, stdin, stdout, stderr };
}

it('asks in a terminal', () => {
  expect(start().host.canAsk).toBe(true);
  expect(start({ env: { CI: 'false' } }).host).toMatchObject({ canAsk: true, isCi: false });
  expect(start({ env: { CI: '1' } }).host.isCi).toBe(true);
});

it.each([
  ['its input is no terminal', { stdin: false }],
  ['its output is no terminal', { stdout: false }],
  ['CI is set', { env: { CI: 'true' } }],
  ['CI is 1', { env: { CI: '1' } }],
])('does not ask if %s', (_reason, given) => {
  expect(start(given).host.canAsk).toBe(false);
});

it('has no colours in a file or a pipe', () => {
  expect(start({ stdout: false }).host.hasColours).toBe(false);
});

it('knows its folder, and prints to the standard output and the standard error', () => {
  const { host, stdout, stderr } = start();

  host.print('out');
  host.warn('err');

  expect([host.folder, String(stdout.read()), String(stderr.read())]).toEqual(['/shop', 'out', 'err']);
});

it.each([
  ['yes', ENTER, true],
  ['no', `n`, false],
  ['to give up', CANCEL, false],
])('a person answers %s', async (_answer, keys, value) => {
  const { host, stdin } = start();
  const answer = host.confirm('Write 2 files?');

  stdin.write(keys);

  expect(await answer).toBe(value);
});

it.each([
  ['the second', [DOWN, SPACE, ENTER], ['b']],
  ['nothing', [CANCEL], []],
])('a person chooses %s', async (_choice, keys, value) => {
  const { host, stdin } = start();
  const answer = host.choose('Which?', ['a', 'b']);

  for (const key of keys) stdin.write(key);

  expect(await answer).toEqual(value);
});

describe('an input that ends before an answer', () => {
  const ENDS = {
    'Ctrl+D': (stdin: PassThrough) => stdin.write('\u0004'),
    'Ctrl+D from before the question': (stdin: PassThrough) => stdin.write('\u0000'),
    'the end of the input': (stdin: PassThrough) => stdin.end(),
  };
  const reason = 'the input ended before an answer; nothing is written. Pass --yes';

  it.each(Object.entries(ENDS))('ends each question with a reason: %s', async (_name, end) => {
    for (const ask of [
      ({ host }: ReturnType<typeof start>) => host.confirm('Write 2 files?'),
      ({ host }: ReturnType<typeof start>) => host.choose('Which?', ['a', 'b']),
    ]) {
      const given = start();
      const answer = ask(given);
      end(given.stdin);
      await expect(answer).rejects.toThrow(reason);
      expect(given.stdin.listenerCount('end')).toBe(start().stdin.listenerCount('end'));
    }
  });

  it('ends the question after it has ended', async () => {
    const { host, stdin } = start();
    stdin.end();
    stdin.resume();
    await once(stdin, 'end');
    await expect(host.confirm('Write 2 files?')).rejects.toThrow(reason);
  });
});

describe('a command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-host-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('runs in a folder, without an input to wait for, and ends with its exit code', () => {
    const { host } = start({ env: { CI: '1' } });

    expect(host.run('cat > a; exit 3', folder, true)).toBe(3);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('');
  });

  it('counts as failed if it is killed', () => {
    const { host } = start({ stdin: false });

    expect(host.run('kill -9 $$', folder, false)).toBe(1);
  });
});
